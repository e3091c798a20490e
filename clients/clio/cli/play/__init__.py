"""Modes in which a match is played: full screen, line by line, JSON."""
