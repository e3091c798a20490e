"""Bots that look many moves ahead, one module per game."""
