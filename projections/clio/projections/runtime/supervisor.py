"""All projections: started, kept up, rebuilt and read through here."""

import threading
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeVar

import structlog

from clio.projections.runtime.generations import GenerationReport, ProjectionGenerations
from clio.projections.runtime.outage import Outage
from clio.projections.runtime.supervised_thread import SupervisedThread
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.reader import Reader

LOOK_AGAIN: Final = 2.0
FRESHNESS_WAIT: Final = 5.0

log = structlog.get_logger()
T = TypeVar("T")


class NoSuchProjectionError(Exception):
    """There is no projection of that name."""


class BehindError(Exception):
    """A view has not come as far as the reader needs it."""


class HealthObserver(Protocol):
    """Hears of a projection that stopped or came back; called from any thread."""

    def __call__(self, name: str, *, healthy: bool) -> None:
        """A projection's health has changed."""


class ProjectionSupervisor:
    """A fault in one projection stops neither the others nor the service."""

    def __init__(self, lineages: Mapping[str, ProjectionGenerations], head: Callable[[], int]) -> None:
        self.head: Final = head
        self._lineages: Final = lineages
        self._observers: Final[list[HealthObserver]] = []
        self.faults = 0
        """How often a projection has stopped or had to try again."""
        self._closing: Final = threading.Event()
        self._outage: Final = Outage("projection.catalogue_unreadable", "projection.catalogue_readable")
        self.thread: Final = SupervisedThread("clio-generations", self._refresh)

    def start(self) -> None:
        """Opens every projection; one that cannot be opened is reported and left out."""
        for name, lineage in self._lineages.items():
            try:
                lineage.open()
            except Exception:
                log.exception("projection.not_opened", projection=name)
        self.thread.start()

    def close(self) -> None:
        """Ends all threads and processes."""
        self._closing.set()
        self.thread.join()
        for lineage in self._lineages.values():
            lineage.close()

    def observe(self, observer: HealthObserver) -> None:
        """Tells somebody of every change of health from now on, and how things are now."""
        self._observers.append(observer)
        for name, lineage in self._lineages.items():
            observer(name, healthy=lineage.is_healthy)

    def health_changed(self, name: str) -> None:
        """Passes on that a projection stopped or came back."""
        healthy = self._lineages[name].is_healthy
        self.faults += not healthy
        for observer in self._observers:
            observer(name, healthy=healthy)

    def wake(self, position: int) -> None:
        """Tells all projections that the record has grown."""
        for lineage in self._lineages.values():
            lineage.wake(position)

    def lineage(self, name: str) -> ProjectionGenerations:
        """One projection's generations."""
        try:
            return self._lineages[name]
        except KeyError:
            raise NoSuchProjectionError(name) from None

    def report(self) -> dict[str, list[GenerationReport]]:
        """Every projection's generations: what serves, how far it is, and what is wrong."""
        return {name: lineage.report() for name, lineage in self._lineages.items()}

    def read(self, name: str, read: Callable[[Reader], T], needed: int | None = None) -> tuple[T, int]:
        """Asks a view once it has all that was recorded before, and gives the answer with its position; blocking.

        Waits no longer than ``FRESHNESS_WAIT``: a view that has not come as far as ``needed`` by then is an error,
        else the answer is given as it is.
        """
        lineage = self.lineage(name)
        store, runner = lineage.serving()
        current = runner.wait_for(needed, FRESHNESS_WAIT) if runner is not None else False
        try:
            with store.reading() as reader:
                position = reader.position()
                if needed is not None and not current and position < needed:
                    raise BehindError(name)
                return read(reader), position
        except StoreUnavailableError:
            if lineage.serving()[0] is store:
                raise
        # Switched and dropped under the reader: the new one has it.
        return self.read(name, read, needed)

    def lags(self) -> dict[str, int]:
        """How many positions each projection is known to be behind; -1 for one that is not followed here."""
        return {name: lineage.lag for name, lineage in self._lineages.items()}

    def health(self) -> dict[str, bool]:
        """Whether each projection is kept up."""
        return {name: lineage.is_healthy for name, lineage in self._lineages.items()}

    def lag(self, name: str, position: int) -> int:
        """How many positions of the log are known to stand after one."""
        runner = self.lineage(name).serving()[1]
        return max(0, runner.position + runner.lag - position) if runner is not None else 0

    def _refresh(self) -> None:
        while not self._closing.wait(LOOK_AGAIN):
            failed = False
            for name, lineage in self._lineages.items():
                try:
                    lineage.refresh()
                except Exception as error:  # noqa: BLE001 (whatever it is, the next look may succeed)
                    failed = True
                    self._outage.failed(error, projection=name)
            if not failed:
                self._outage.ended()

    def threads(self) -> list[SupervisedThread]:
        """Those that keep the views up."""
        return [self.thread, *(each for lineage in self._lineages.values() for each in lineage.threads())]
