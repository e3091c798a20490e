"""How the threads of a server's process share the interpreter."""

import sys
from typing import Final

_TURN: Final = 0.0005
"""Seconds. The interpreter's own default is ten times as long."""


def take_short_turns() -> None:
    """Lets a thread that waits for the interpreter have it soon.

    The writer gives it away with every statement; until it gets it back from a busy event loop nothing is written.
    """
    sys.setswitchinterval(_TURN)
