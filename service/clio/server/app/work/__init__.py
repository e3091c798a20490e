"""Budgets of heavy work: how many workers do it, and how many bytes it may hold."""
