"""The supervisor of all projections: starts, follows, rebuilds and reads them."""

import threading
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeVar

import structlog

from clio.projections.runtime.generation_report import GenerationReport
from clio.projections.runtime.generations import ProjectionGenerations
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.reader import Reader
from clio.supervision.outage import Outage
from clio.supervision.supervised_thread import SupervisedThread

REFRESH_SECONDS: Final = 2.0
FRESHNESS_SECONDS: Final = 5.0
"""How long a read waits for its view to catch up."""

log = structlog.get_logger()
T = TypeVar("T")


class NoSuchProjectionError(Exception):
    """There is no projection of that name."""


class BehindError(Exception):
    """A view has not reached the position that the read needs."""


class HealthObserver(Protocol):
    """Is notified when a projection stops or recovers; called from any thread."""

    def __call__(self, name: str, *, healthy: bool) -> None:
        """Handles a change of a projection's health."""


class ProjectionSupervisor:
    """Runs every projection on its own: a fault in one stops neither the others nor the service."""

    def __init__(self, projections: Mapping[str, ProjectionGenerations], head: Callable[[], int]) -> None:
        self.head: Final = head
        self._projections: Final = projections
        self._observers: Final[list[HealthObserver]] = []
        self.faults = 0
        """How often a projection has stopped or had to retry."""
        self._closing: Final = threading.Event()
        self._outage: Final = Outage("projection.catalogue_unreadable", "projection.catalogue_readable")
        self.thread: Final = SupervisedThread("clio-generations", self._refresh)

    def start(self) -> None:
        """Opens every projection; logs and skips one that cannot be opened, ``_refresh`` retries it."""
        for name, generations in self._projections.items():
            try:
                generations.open()
            except Exception:
                log.exception("projection.not_opened", projection=name)
        self.thread.start()

    def close(self) -> None:
        """Stops all threads and processes."""
        self._closing.set()
        self.thread.join()
        for generations in self._projections.values():
            generations.close()

    def observe(self, observer: HealthObserver) -> None:
        """Registers an observer and calls it with the present health of each projection."""
        self._observers.append(observer)
        for name, generations in self._projections.items():
            observer(name, healthy=generations.is_healthy)

    def health_changed(self, name: str) -> None:
        """Notifies the observers that a projection stopped or recovered."""
        healthy = self._projections[name].is_healthy
        self.faults += not healthy
        for observer in self._observers:
            observer(name, healthy=healthy)

    def wake(self, position: int) -> None:
        """Notifies all projections that the log has grown to a position."""
        for generations in self._projections.values():
            generations.wake(position)

    def generations(self, name: str) -> ProjectionGenerations:
        """Returns the generations of one projection."""
        try:
            return self._projections[name]
        except KeyError:
            raise NoSuchProjectionError(name) from None

    def report(self) -> dict[str, list[GenerationReport]]:
        """Returns the role, position, lag and error of every generation, by projection."""
        return {name: generations.report() for name, generations in self._projections.items()}

    def read(self, name: str, read: Callable[[Reader], T], needed: int | None = None) -> tuple[T, int]:
        """Reads a view after it has caught up; returns the result and the view's position. Blocking.

        Waits at most ``FRESHNESS_SECONDS``. A view that has not reached ``needed`` by then raises ``BehindError``;
        without ``needed`` the read returns what the view holds.
        """
        generations = self.generations(name)
        store, runner = generations.serving()
        current = runner.wait_for(needed, FRESHNESS_SECONDS) if runner is not None else False
        try:
            with store.reading() as reader:
                position = reader.position()
                if needed is not None and not current and position < needed:
                    raise BehindError(name)
                return read(reader), position
        except StoreUnavailableError:
            if generations.serving()[0] is store:
                raise
        # The generation was switched and dropped during the read: read the one that serves now.
        return self.read(name, read, needed)

    def peek(self, name: str, read: Callable[[Reader], T], patience: float) -> T:
        """Reads what a view holds after so many seconds at most; the wait has it catch up at once. Blocking."""
        store, runner = self.generations(name).serving()
        if runner is not None:
            runner.wait_for(None, patience)
        with store.reading() as reader:
            return read(reader)

    def lags(self) -> dict[str, int]:
        """Returns how many positions each projection is behind; -1 for one that does not follow the log here."""
        return {name: generations.lag for name, generations in self._projections.items()}

    def health(self) -> dict[str, bool]:
        """Returns whether each projection follows the log without a fault."""
        return {name: generations.is_healthy for name, generations in self._projections.items()}

    def lag(self, name: str, position: int) -> int:
        """Returns how many positions the known end of the log is beyond a position."""
        runner = self.generations(name).serving()[1]
        return max(0, runner.position + runner.lag - position) if runner is not None else 0

    def _refresh(self) -> None:
        while not self._closing.wait(REFRESH_SECONDS):
            failed = False
            for name, generations in self._projections.items():
                try:
                    generations.refresh()
                except Exception as error:  # noqa: BLE001 (the next refresh may succeed after any error)
                    failed = True
                    self._outage.failed(error, projection=name)
            if not failed:
                self._outage.ended()

    def threads(self) -> list[SupervisedThread]:
        """Returns the threads that keep the views current."""
        return [self.thread, *(each for generations in self._projections.values() for each in generations.threads())]
