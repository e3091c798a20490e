"""Builds a generation of a view and compares it with the serving one; runs in its own process."""

import resource
import time
from collections.abc import Callable
from typing import Final

import msgspec

from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog
from clio.projections.runtime.log_follower import LogFollower, advance_to
from clio.projections.storage.comparison import compare
from clio.projections.storage.generation_store import Generation, GenerationStore
from clio.projections.storage.view_store import ViewStore

PAGE: Final = 2000
REPORT_SECONDS: Final = 0.5
_KIBIBYTE: Final = 1024


class Progress(msgspec.Struct, frozen=True):
    """The progress of a build."""

    position: int
    target: int
    events: int
    seconds: float
    peak_bytes: int
    comparing: bool = False

    @property
    def rate(self) -> float:
        """Events per second."""
        return self.events / self.seconds if self.seconds else 0.0


class GenerationBuilder:
    """Builds one generation up to the position of the serving one and compares both there."""

    def __init__(
        self, record: EventLog, generation_store: GenerationStore, on_progress: Callable[[Progress], None]
    ) -> None:
        self._record: Final = record
        self._generation_store: Final = generation_store
        self._on_progress: Final = on_progress
        self._started = 0.0
        self._reported = 0.0
        self._first = 0
        self._target = 0

    def build(self, projection: Projection, generation: Generation, serving: Generation | None) -> None:
        """Builds up to the serving generation's position and compares; without one, builds up to the end of the log."""
        store = self._generation_store.store(generation, projection.tables)
        follower = LogFollower(self._record, projection, store)
        self._started, self._first = time.perf_counter(), follower.position
        try:
            if serving is None:
                self._advance(follower, self._record.last_position())
            else:
                old = self._generation_store.read_only_store(serving)
                self._advance(follower, old.position())
                self._compare(follower, generation, serving, old, store)
                old.close()
            self._report(follower.position)
        finally:
            store.close()

    def _compare(
        self, follower: LogFollower, generation: Generation, serving: Generation, old: ViewStore, store: ViewStore
    ) -> None:
        """Compares both at one position: the old one inside a read transaction, since it goes on changing."""
        with old.reading() as before:
            self._advance(follower, before.position())
            if follower.position != before.position():
                # An earlier attempt got further, and compared then.
                return
            self._report(follower.position, comparing=True)
            with store.reading() as after:
                found = compare(before, after, serving.tables, generation.tables)
        self._generation_store.store_comparison(generation, found)

    def _advance(self, follower: LogFollower, until: int) -> None:
        self._target = max(self._target, until)
        advance_to(follower, until, PAGE, self._after_page)

    def _after_page(self, position: int) -> None:
        if time.perf_counter() - self._reported > REPORT_SECONDS:
            self._report(position)

    def _report(self, position: int, *, comparing: bool = False) -> None:
        self._reported = time.perf_counter()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE
        events, seconds = position - self._first, self._reported - self._started
        self._on_progress(Progress(position, self._target, events, seconds, peak, comparing))
