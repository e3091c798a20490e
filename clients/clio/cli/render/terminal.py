"""Capabilities of the terminal."""

import os
import sys
from typing import Final

SMALLEST: Final = (80, 24)


def has_keyboard() -> bool:
    """Whether standard input is a terminal; Python has none at all where it was closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def whole_screen() -> bool:
    """Whether the terminal is large and capable enough for full-screen mode."""
    if not (has_keyboard() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1]
