"""Evaluations of the greedy bot, one module per game."""
