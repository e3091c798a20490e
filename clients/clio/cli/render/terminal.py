"""Capabilities of the terminal."""

import os
import sys
from typing import Final

SMALLEST: Final = (80, 24)


def whole_screen() -> bool:
    """Whether the terminal is large and capable enough for full-screen mode."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1]
