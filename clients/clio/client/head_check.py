"""The check of heads: detects a server that changes its history."""

from contextlib import aclosing
from typing import Final, Protocol

from clio.client.errors import IntegrityError
from clio.client.known_heads import KnownHead, KnownHeads
from clio.client.records import Records
from clio.client.watcher import MatchWatcher
from clio.v1.event_pb2 import Event


class Watch(Protocol):
    """Watches a match from a known event on."""

    def __call__(self, match_id: str, *, after_seq: int, after_digest: bytes) -> MatchWatcher:
        """The watcher."""


class HeadCheck:
    """Follows the heads of matches, where the caller keeps them."""

    def __init__(self, heads: KnownHeads | None, records: Records, watch: Watch) -> None:
        self._heads: Final = heads
        self._records: Final = records
        self._watch: Final = watch

    async def compare(self, match_id: str, seq: int, digest: bytes, *, timeout: float | None = None) -> None:
        """Compares the server's answer with the known head; raises IntegrityError if history was changed.

        The events in between are fetched and chained here: the server's word is not enough.
        """
        if self._heads is None:
            return
        known, met = self._heads.known(match_id), KnownHead(seq, digest)
        if known is None or known == met:
            self._heads.keep(match_id, met)
            return
        if seq == known.seq:
            raise IntegrityError(seq, f"Event {seq} of the match is not the one that this server sent you before.")
        if seq < known.seq:
            await self._demand(match_id, known, timeout)
            return
        if await self._chained(match_id, known, seq) != digest:
            raise IntegrityError(seq, f"The match at event {seq} does not continue what this server sent you before.")
        self._heads.keep(match_id, met)

    async def _chained(self, match_id: str, known: KnownHead, seq: int) -> bytes:
        """Computes the digest at a later event from the known head."""
        watcher = self._watch(match_id, after_seq=known.seq, after_digest=known.digest)
        async with aclosing(aiter(watcher)) as sightings:
            async for sighting in sightings:
                if isinstance(sighting, Event) and sighting.seq == seq:
                    return sighting.digest
        raise IntegrityError(seq, f"The server does not show event {seq}, which it named.")

    async def _demand(self, match_id: str, known: KnownHead, timeout: float | None) -> None:
        """Checks that the server has not lost known events; an answer about an earlier event is fine."""
        head = await self._records.head(match_id, known.seq, known.digest, timeout=timeout)
        if head.seq < known.seq:
            raise IntegrityError(known.seq, f"The server has lost event {known.seq}, which it sent you before.")
