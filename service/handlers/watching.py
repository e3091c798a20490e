"""WatchMatch: the past from the record, then live, without a gap."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final

from clio.v1 import match_service_pb2 as pb
from domain.kernel.chain import GENESIS
from domain.kernel.disclosure import may_open, openings
from domain.kernel.game import EVERYTHING, Viewpoint
from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from service import errors
from service.live.stream import LiveEvent, StreamClosedError
from service.matches import PAGE, Matches
from service.wire.events import framed, to_opening
from service.wire.timestamps import now


class Watcher:
    """One caller watching one match. Yields ``WatchMatchResponse`` messages as bytes: events are framed once."""

    def __init__(self, matches: Matches, match_id: str, viewpoint: Viewpoint, heartbeat: float) -> None:
        self._matches: Final = matches
        self._match_id: Final = match_id
        self._viewpoint: Final = viewpoint
        self._heartbeat: Final = heartbeat
        self._seq = 0
        self._caught_up = False

    async def watch(self, after: int, after_digest: bytes) -> AsyncIterator[bytes]:
        """The stream from a position on, until the match is over."""
        match = await self._matches.get(self._match_id)
        await self._check_start(match, after, after_digest)
        self._seq = after
        subscription = self._matches.live.subscribe(self._match_id)
        try:
            async for part in self._past():
                yield part
            while not await self._is_complete():
                events = await subscription.next(self._heartbeat)
                if events is None or await self._has_missed(events):
                    async for part in self._past():
                        yield part
                elif fresh := [event for event in events if event.seq > self._seq]:
                    yield await self._live(fresh)
                elif not events:
                    yield await self._beat()
            async for part in self._reveal(after):
                yield part
        except StreamClosedError as error:
            raise errors.draining() from error
        finally:
            subscription.close()

    async def _is_complete(self) -> bool:
        match = await self._matches.get(self._match_id)
        return match.is_over and self._seq >= match.seq

    async def _has_missed(self, events: Sequence[LiveEvent]) -> bool:
        """Whether the stream left something out: a hole before these events, or silence where there was news."""
        if events:
            return events[0].seq > self._seq + 1
        return (await self._matches.get(self._match_id)).seq > self._seq

    async def _check_start(self, match: Match, after: int, digest: bytes) -> None:
        if not 0 <= after <= match.seq:
            raise errors.no_such_event(after, match.seq)
        if digest:
            known = GENESIS if after == 0 else (await self._matches.read(match.id, after - 1, 1))[0].digest
            if known != digest:
                raise errors.history_differs(after)

    async def _past(self) -> AsyncIterator[bytes]:
        """Reads the record up to its end; says once that the watcher has caught up."""
        while events := await self._matches.read(self._match_id, self._seq):
            yield await self._part(events)
            if len(events) < PAGE:
                break
        if not self._caught_up:
            self._caught_up = True
            yield pb.WatchMatchResponse(caught_up=True).SerializeToString()

    async def _part(self, events: Sequence[MatchEvent]) -> bytes:
        self._seq = events[-1].seq
        return b"".join(map(framed, events)) + await self._openings(events)

    async def _live(self, events: Sequence[LiveEvent]) -> bytes:
        first = self._seq
        self._seq = events[-1].seq
        part = b"".join(event.wire for event in events)
        if any(event.has_secrets for event in events):
            part += await self._openings(await self._matches.read(self._match_id, first, len(events)))
        return part

    async def _openings(self, events: Iterable[MatchEvent]) -> bytes:
        match = await self._matches.get(self._match_id)
        opened = [to_opening(opening) for opening in openings(events, self._viewpoint, match.salt_key)]
        return pb.WatchMatchResponse(openings=opened).SerializeToString() if opened else b""

    async def _reveal(self, after: int) -> AsyncIterator[bytes]:
        """The match is over: the openings that were not sent with their events."""
        match = await self._matches.get(self._match_id)
        position = 0
        while events := await self._matches.read(match.id, position):
            position = events[-1].seq
            hidden = [event for event in events if event.seq <= after or not may_open(event, self._viewpoint)]
            opened = [to_opening(opening) for opening in openings(hidden, EVERYTHING, match.salt_key)]
            if opened:
                yield pb.WatchMatchResponse(openings=opened).SerializeToString()

    async def _beat(self) -> bytes:
        match = await self._matches.get(self._match_id)
        beat = pb.Heartbeat(seq=match.seq, digest=match.digest, at=now())
        return pb.WatchMatchResponse(heartbeat=beat).SerializeToString()
