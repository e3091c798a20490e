"""Bots: players without a person."""
