"""Boards drawn with characters."""
