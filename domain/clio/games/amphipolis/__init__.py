"""Amphipolis: save findings from a tomb before landslides close it."""
