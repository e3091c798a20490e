"""How the threads of a server's process share the interpreter."""

import sys
from threading import Lock
from typing import Final

_TURN: Final = 0.0005
"""Seconds. The interpreter's own default is ten times as long."""
_SHORT_TURN: Final = 0.0001
"""While a worker computes, the event loop asks for the interpreter several times a call, and waits a turn each time."""


def shorten_switch_interval() -> None:
    """Lets a thread that waits for the interpreter have it soon.

    The writer gives it away with every statement; until it gets it back from a busy event loop nothing is written.
    """
    sys.setswitchinterval(_TURN)


class ShortTurns:
    """Turns are shorter from the first ``begin`` to the last ``end``; called by event loops."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._count = 0
        self._usual = 0.0

    def begin(self) -> None:
        """A worker is going to compute."""
        with self._lock:
            self._count += 1
            if self._count == 1:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(min(_SHORT_TURN, self._usual))

    def end(self) -> None:
        """It has computed."""
        with self._lock:
            self._count -= 1
            if not self._count:
                sys.setswitchinterval(self._usual)


short_turns: Final = ShortTurns()
"""The interpreter has one interval for all its threads."""
