"""The clock of the deployment: one time source, read as monotonic time plus an offset that no clock step moves."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

_SECOND: Final = 1_000_000
OUTAGE_MICROSECONDS: Final = 2 * _SECOND
"""A time without any sign of life that is longer than this counts as one in which no server could commit."""


class Outage(NamedTuple):
    """A time in which no server could commit, in microseconds since 1970."""

    began: int
    ended: int


class DeploymentClock:
    """The time of all servers that share a record.

    ``keep`` is called by the thread that reads the time source; everything else may be called from any thread. Until
    the first call it is the machine's own time at the start, going on by the monotonic clock.
    """

    def __init__(self, monotonic: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic: Final = monotonic
        self._offset = time.time_ns() // 1000 - monotonic() // 1000
        self._kept_at: int | None = None
        self._outages: tuple[Outage, ...] = ()
        self._written = (-1, "")

    def reading(self) -> int:
        """The monotonic clock, in microseconds."""
        return self._monotonic() // 1000

    def now(self) -> int:
        """The current time in microseconds since 1970."""
        return self.reading() + self._offset

    def timestamp(self) -> str:
        """The current time in the record's form; the date and the second are written once for all moves in it."""
        second, rest = divmod(self._monotonic() // 1000 + self._offset, _SECOND)
        known, text = self._written
        if second != known:
            text = datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
            self._written = second, text
        return f"{text}.{rest:06d}Z"

    def keep(self, reading: int, now: int, outages: tuple[Outage, ...]) -> None:
        """Sets the time at a reading of the monotonic clock, and all outages that are known."""
        self._offset = now - reading
        self._outages = outages
        self._kept_at = reading

    @property
    def is_kept(self) -> bool:
        """Whether the source was read a moment ago, or there is none; otherwise an outage may be going on."""
        return self._kept_at is None or self.reading() - self._kept_at <= OUTAGE_MICROSECONDS

    def outage_since(self, moment: int) -> int:
        """The milliseconds since a moment in which no server could commit."""
        lost = sum(max(0, outage.ended - max(outage.began, moment)) for outage in self._outages)
        return lost // 1000


_PROCESS_CLOCK: Final = DeploymentClock()
timestamp: Final = _PROCESS_CLOCK.timestamp
"""The current time of this process, for what is not part of a match."""
