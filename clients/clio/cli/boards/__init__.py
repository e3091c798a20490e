"""Renderers of the games' boards."""
