"""Builds a generation of a view and compares it with the serving one; runs in a process of its own."""

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
TELL_EVERY: Final = 0.5
_KIBIBYTE: Final = 1024


class Progress(msgspec.Struct, frozen=True):
    """How far the building has come."""

    position: int
    target: int
    events: int
    seconds: float
    peak_bytes: int
    comparing: bool = False

    @property
    def rate(self) -> float:
        """Events a second."""
        return self.events / self.seconds if self.seconds else 0.0


class Building:
    """One view on its way to where the serving one is, and the comparison of both there."""

    def __init__(self, record: EventLog, shelf: GenerationStore, say: Callable[[Progress], None]) -> None:
        self._record: Final = record
        self._shelf: Final = shelf
        self._say: Final = say
        self._started = 0.0
        self._told = 0.0
        self._first = 0
        self._target = 0

    def build(self, projection: Projection, generation: Generation, serving: Generation | None) -> None:
        """Builds up to where the serving generation is, then compares; without one, up to the record's end."""
        store = self._shelf.store(generation, projection.tables)
        follower = LogFollower(self._record, projection, store)
        self._started, self._first = time.perf_counter(), follower.position
        try:
            if serving is None:
                self._advance(follower, self._record.last_position())
            else:
                old = self._shelf.sealed_store(serving)
                self._advance(follower, old.position())
                self._compare(follower, generation, serving, old, store)
                old.close()
            self._tell(follower.position)
        finally:
            store.close()

    def _compare(
        self, follower: LogFollower, generation: Generation, serving: Generation, old: ViewStore, store: ViewStore
    ) -> None:
        """Both at one position: the old one as it is in a transaction, though it goes on meanwhile."""
        with old.reading() as before:
            self._advance(follower, before.position())
            if follower.position != before.position():
                # Built further in an earlier attempt; the comparison was made then.
                return
            self._tell(follower.position, comparing=True)
            with store.reading() as after:
                found = compare(before, after, serving.tables, generation.tables)
        self._shelf.note(generation, found)

    def _advance(self, follower: LogFollower, until: int) -> None:
        self._target = max(self._target, until)
        advance_to(follower, until, PAGE, self._after_page)

    def _after_page(self, position: int) -> None:
        if time.perf_counter() - self._told > TELL_EVERY:
            self._tell(position)

    def _tell(self, position: int, *, comparing: bool = False) -> None:
        self._told = time.perf_counter()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE
        events, seconds = position - self._first, self._told - self._started
        self._say(Progress(position, self._target, events, seconds, peak, comparing))
