"""Bots: programs that play seats."""
