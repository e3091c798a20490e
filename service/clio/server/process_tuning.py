"""Process-wide tuning of a server: garbage collector, malloc arenas, thread switch interval.

For a process that is nothing but a server; an embedded one leaves its host's process alone.
"""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Final

_GC_THRESHOLDS: Final = (1_000, 10, 5_000)
"""gRPC leaves one small reference cycle per call. Collecting often keeps each pause and the heap small: all threads
wait for a collection, and the second generation grows to ten times the first. Full collections stay rare because
hardly anything else is cyclic."""
_M_ARENA_MAX: Final = -8
"""The number of ``mallopt``'s option in the C library's header."""
_ARENAS: Final = 2
_SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""A tenth of the interpreter's default."""
_BOOSTED_INTERVAL_SECONDS: Final = 0.0001


def tune_garbage_collector() -> None:
    """Freezes what the server keeps for ever, and collects the rest with few full passes. Call it once it serves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


def limit_malloc_arenas() -> None:
    """Limits malloc to two arenas. Call it before the first thread starts.

    glibc gives threads up to eight arenas per core, and one thread cannot reuse what another has freed: the memory of
    a server whose work moves between threads would grow for hours. Other C libraries have no such option.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)


def shorten_switch_interval() -> None:
    """Shortens the interval at which threads hand over the GIL.

    The writer thread releases the GIL with every statement; while it waits for a busy event loop nothing is written.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)


@contextmanager
def giving_way(after_seconds: float) -> Iterator[None]:
    """Moves the process to the kernel's idle class once the work inside has taken so much CPU time (Linux).

    The lowest priority is not enough: a thread that wakes up while all cores compute may wait for the next tick of the
    kernel, 4 ms, whatever the priority of what it waits for. The idle class gives way at once, but gets nothing on a
    busy machine: short work stays out of it. A process without privileges cannot leave it again.
    """
    if not hasattr(os, "SCHED_IDLE"):
        yield
        return
    signal.signal(signal.SIGPROF, _run_when_idle)
    signal.setitimer(signal.ITIMER_PROF, after_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _run_when_idle(*_: object) -> None:
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class SwitchIntervalBoost:
    """Shortens the switch interval further while worker threads compute.

    The event loop asks for the GIL several times per call, and waits one interval each time.
    """

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._count = 0
        self._normal = 0.0

    def begin(self) -> None:
        """Notes that a worker starts to compute."""
        with self._lock:
            self._count += 1
            if self._count == 1:
                self._normal = sys.getswitchinterval()
                sys.setswitchinterval(min(_BOOSTED_INTERVAL_SECONDS, self._normal))

    def end(self) -> None:
        """Notes that a worker has finished; the last one restores the interval."""
        with self._lock:
            self._count -= 1
            if not self._count:
                sys.setswitchinterval(self._normal)


switch_interval_boost: Final = SwitchIntervalBoost()
"""One instance: the interpreter has one interval for all its threads."""
