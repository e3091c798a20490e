"""Replay of matches, forwards and backwards."""
