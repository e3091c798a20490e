"""Converts the domain's values to the messages of clio.v1, and back."""
