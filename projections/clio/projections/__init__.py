"""Read models built from events."""
