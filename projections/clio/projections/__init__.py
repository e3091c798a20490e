"""Projections: read models built from events."""
