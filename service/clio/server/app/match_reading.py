"""Reads matches and their events: from the cache where it is up to date, else from the record."""

from collections.abc import Callable
from typing import Final, TypeVar

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.server import errors
from clio.server.app.workers import Workers
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.server.identifiers import MATCH_ID

PAGE: Final = 500
T = TypeVar("T")


class MatchReading:
    """The matches of this server, as the record has them."""

    def __init__(self, record: MatchStore, *, shared: bool = False, workers: Workers | None = None) -> None:
        """``shared`` means that other servers write to the record too: the cache may be behind it.

        ``workers`` fold past states and forks; without them reader threads do.
        """
        self._record: Final = record
        self._shared: Final = shared
        self._workers: Final = workers

    async def get(self, match_id: str) -> Match:
        """The match at its head."""
        match = self._record.cached(match_id)
        if match is None:
            return await self.at(match_id, None)
        return await self._caught_up(match) if self._shared else match

    async def at_least(self, match_id: str, min_seq: int) -> Match:
        """The match at its head, which must include event ``min_seq``."""
        match = await self.get(match_id)
        if match.seq < min_seq:
            # The record may have more than the cache: events of another server, or of a commit a moment ago. Reading
            # only what follows bounds the work, because any caller may ask for events that do not exist.
            match = await self._caught_up(match)
        if not 0 <= min_seq <= match.seq:
            raise errors.no_such_event(min_seq, match.seq)
        return match

    async def at(self, match_id: str, seq: int | None) -> Match:
        """The match as it was after an event."""
        if not MATCH_ID.fullmatch(match_id):
            raise errors.match_not_found(match_id)
        read = self._reading if seq is None else self._heavily
        match = await read(self._record.load, match_id, seq)
        if match is None:
            raise errors.match_not_found(match_id)
        return match

    async def read(self, match_id: str, after: int, limit: int | None = PAGE) -> list[MatchEvent]:
        """The next events after a position, from the record."""
        return await self._reading(self._record.read, match_id, after, limit)

    async def history(self, match_id: str) -> list[MatchEvent]:
        """All events of a match."""
        return await self._heavily(self._record.read, match_id, 0, None)

    async def _caught_up(self, match: Match) -> Match:
        """The match with the events of other servers; reloaded where the record does not have the cached head."""
        seq, digest = match.seq, match.digest
        events = await self._reading(self._record.read, match.id, seq - 1, None)
        if not events or (events[0].seq, events[0].digest) != (seq, digest):
            self._record.forget(match.id)
            return await self.at(match.id, None)
        for event in events:
            # Another task may have caught up meanwhile, and our own commits may be among these.
            if event.seq == match.seq + 1:
                match.apply(event)
        return match

    async def _reading(self, read: Callable[..., T], *args: object) -> T:
        return await in_reader_thread(read, *args)

    async def heavily(self, work: Callable[..., T], *args: object) -> T:
        """Runs work that takes long in a worker."""
        return await self._heavily(work, *args)

    async def _heavily(self, work: Callable[..., T], *args: object) -> T:
        return await (self._reading if self._workers is None else self._workers.run)(work, *args)
