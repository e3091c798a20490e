"""Akros: Jinn and Ifrit shape a new world, nine tiles each."""
