"""Clio's public contract."""
