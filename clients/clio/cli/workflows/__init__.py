"""Multi-step workflows behind the commands ``audit`` and ``selfplay``."""
