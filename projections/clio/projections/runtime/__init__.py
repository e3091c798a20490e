"""Keeps the projections up with the record, builds them anew beside the old ones, and lets them be read."""
