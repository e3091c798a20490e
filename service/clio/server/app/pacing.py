"""Paces the worker threads: they share the interpreter's lock and the cores with the event loop.

A thread that was idle works for a while without a pause, long enough for a match of usual length. After that it pauses
for two thirds of its time, in turns so short that a call hardly notices them while it waits for the interpreter or for
a core. The turns go on from job to job: many short jobs pause as often as a long one.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
HEAD_START: Final = 0.025
"""Seconds that a thread may work without a pause; it earns them again while it is idle."""
TURN_SECONDS: Final = 0.0005
PAUSE_SECONDS: Final = 0.001


class Pace:
    """When a thread has to pause."""

    __slots__ = ("_began", "_credit", "_stopped")

    def __init__(self) -> None:
        self._credit = HEAD_START
        self._began = self._stopped = time.perf_counter()

    def begin(self) -> None:
        """Notes that a job begins."""
        self._began = now = time.perf_counter()
        self._credit = min(HEAD_START, self._credit + now - self._stopped)

    def end(self) -> None:
        """Notes that a job has ended."""
        self._stopped = now = time.perf_counter()
        self._credit = max(0.0, self._credit - (now - self._began))

    def pause_if_due(self) -> None:
        """Pauses where the thread has worked long enough; long loops call it between two items."""
        if time.perf_counter() - self._began >= self._credit:
            time.sleep(PAUSE_SECONDS)
            self._began, self._credit = time.perf_counter(), TURN_SECONDS


_paces: Final = threading.local()


def current_pace() -> Pace:
    """The pace of this thread."""
    pace: Pace | None = getattr(_paces, "pace", None)
    if pace is None:
        pace = _paces.pace = Pace()
    return pace


def paced(items: Iterable[T]) -> Iterator[T]:
    """The items, with the pauses that are due; for long loops in a worker thread."""
    pause_if_due = current_pace().pause_if_due
    for item in items:
        pause_if_due()
        yield item
