"""The clock of a single server: the monotonic clock, anchored at the start, never behind the last sign of life."""

import os
import re
import time
from pathlib import Path
from typing import Final

from clio.server.clock import DeploymentClock, Outage
from clio.server.eventstore.clock_keeper import MAX_OUTAGES, outage_between

ALIVE: Final = "clock-alive"
OUTAGES: Final = "clock-outages"
_WIDTH: Final = 20
_LINE: Final = re.compile(r"([0-9]{1,20}) ([0-9]{1,20})").fullmatch


class SqliteClock:
    """Two files in the data folder: the last sign of life, and the outages, one per line."""

    def __init__(self, folder: Path) -> None:
        self._outages_file: Final = folder / OUTAGES
        self._file: Final = os.open(folder / ALIVE, os.O_RDWR | os.O_CREAT, 0o600)
        self._alive: int | None = self._last_sign()
        self._outages: tuple[Outage, ...] = self._known()
        self._anchor: int | None = None
        """The time at reading 0 of the monotonic clock; set by the first beat."""

    def beat(self, clock: DeploymentClock) -> None:
        """Stores a sign of life. Ignores a clock that was set back while the server was down."""
        reading = clock.reading()
        if self._anchor is None:
            self._anchor = max(time.time_ns() // 1000, self._alive or 0) - reading
        now = reading + self._anchor
        if found := outage_between(self._alive, now):
            self._note(found)
        os.pwrite(self._file, b"%0*d" % (_WIDTH, now), 0)
        self._alive = now
        clock.keep(reading, now, self._outages)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)

    def _last_sign(self) -> int | None:
        written = os.pread(self._file, _WIDTH, 0)
        return int(written) if len(written) == _WIDTH and written.isdigit() else None

    def _known(self) -> tuple[Outage, ...]:
        if not self._outages_file.exists():
            return ()
        lines = self._outages_file.read_text(encoding="ascii").splitlines()[-MAX_OUTAGES:]
        # A crash may have cut the last line off.
        return tuple(Outage(int(found[1]), int(found[2])) for line in lines if (found := _LINE(line)))

    def _note(self, outage: Outage) -> None:
        self._outages = (*self._outages, outage)[-MAX_OUTAGES:]
        with self._outages_file.open("a", encoding="ascii") as file:
            file.write(f"{outage.began} {outage.ended}\n")
            file.flush()
            os.fsync(file.fileno())
