"""Ends calls that take too long: a periodic scan of all calls, cheaper than a timer for each."""

import asyncio
from typing import Final

from clio.server.app.call_context import Call

MAX_BETWEEN_LOOKS: Final = 1.0
LOOKS_PER_DEADLINE: Final = 4


class Deadlines:
    """The running calls that have a deadline."""

    def __init__(self, seconds: float) -> None:
        self._seconds: Final = seconds
        self._pause: Final = min(MAX_BETWEEN_LOOKS, seconds / LOOKS_PER_DEADLINE)
        self._calls: Final[set[Call]] = set()
        self._next: asyncio.TimerHandle | None = None

    def begin(self, call: Call) -> None:
        """Adds a call."""
        call.task = asyncio.current_task()
        self._calls.add(call)
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(self._pause, self._look)

    def end(self, call: Call) -> None:
        """Removes a call that has ended."""
        self._calls.discard(call)

    def _look(self) -> None:
        self._next = None
        for call in self._calls:
            if not call.overdue and call.seconds > self._seconds and call.task is not None:
                call.overdue = True
                call.task.cancel()
        if self._calls:
            self._next = asyncio.get_running_loop().call_later(self._pause, self._look)
