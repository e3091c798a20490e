"""Keeps the deployment's clock: reads its source several times a second, and finds outages of all servers."""

import threading
from typing import Final, Protocol

from clio.server.clock import OUTAGE_MICROSECONDS, DeploymentClock, Outage
from clio.supervision.outage import Outage as SourceOutage
from clio.supervision.supervised_thread import SupervisedThread

BEAT_SECONDS: Final = 0.25
MAX_OUTAGES: Final = 1_000
"""The maximum number of outages kept; older ones are dropped."""


class ClockSource(Protocol):
    """The source of a deployment's time."""

    def beat(self, clock: DeploymentClock) -> None:
        """Reads the source, stores a sign of life, and sets the clock."""

    def close(self) -> None:
        """Closes the source."""


class ClockKeeper:
    """A thread that keeps the clock. The first beat is made before anything is served."""

    def __init__(self, clock: DeploymentClock, source: ClockSource) -> None:
        self._clock: Final = clock
        self._source: Final = source
        self._closing: Final = threading.Event()
        self._failing: Final = SourceOutage("clock.not_kept", "clock.kept")
        self.thread: Final = SupervisedThread("clio-clock", self._run)

    def start(self) -> None:
        """Reads the source once, then starts the thread."""
        self._source.beat(self._clock)
        self.thread.start()

    def close(self) -> None:
        """Ends the thread, with a last sign of life."""
        if self._closing.is_set():
            return
        self._closing.set()
        self.thread.join()
        try:
            self._source.beat(self._clock)
        except Exception as error:  # noqa: BLE001 (the source may be gone; the next start finds an outage)
            self._failing.failed(error)
        self._source.close()

    def _run(self) -> None:
        while not self._closing.wait(BEAT_SECONDS):
            try:
                self._source.beat(self._clock)
            except Exception as error:  # noqa: BLE001 (whatever it is: the time is not kept)
                self._failing.failed(error)
            else:
                self._failing.ended()


def outage_between(alive: int | None, now: int) -> Outage | None:
    """The outage between the last sign of life and now, if it was one."""
    return Outage(alive, now) if alive is not None and now - alive > OUTAGE_MICROSECONDS else None
