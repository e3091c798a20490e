"""Kalah for Clio."""
