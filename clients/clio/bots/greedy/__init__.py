"""Bots that look one move ahead, one module per game."""
