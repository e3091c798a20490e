"""WatchMatch: the past from the record, then live, without a gap."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Final, NamedTuple

from clio.v1 import match_service_pb2 as pb
from domain.kernel.chain import GENESIS
from domain.kernel.disclosure import may_open, openings
from domain.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from domain.kernel.lifecycle import Aborted, Finished
from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from service import errors
from service.live.stream import LiveEvent, StreamClosedError
from service.matches import PAGE, Matches
from service.presence import Presence
from service.wire.events import framed, to_opening
from service.wire.timestamps import now

_ROTATION: Final = b'"type":"match.TokenRotated"}'
"""How the canonical bytes of such an event end; of a live event nothing else is at hand."""


class Sight(NamedTuple):
    """What a caller may see, and whether its token still says so; None for a caller without one."""

    viewpoint: Viewpoint
    holds: Callable[[Match], bool] | None = None


class Watcher:
    """One caller watching one match. Yields ``WatchMatchResponse`` messages as bytes: events are framed once."""

    def __init__(self, matches: Matches, presence: Presence, match_id: str, sight: Sight, heartbeat: float) -> None:
        self._matches: Final = matches
        self._presence: Final = presence
        self._match_id: Final = match_id
        self._viewpoint: Final = sight.viewpoint
        self._holds: Final = sight.holds
        self._heartbeat: Final = heartbeat
        self._salt_key = b""
        self._seq = 0
        self._caught_up = False
        self._complete = False

    async def watch(self, after: int, after_digest: bytes) -> AsyncIterator[bytes]:
        """The stream from a position on, until the match is over."""
        match = await self._matches.get(self._match_id)
        await self._check_start(match, after, after_digest)
        self._seq = after
        self._salt_key = match.salt_key
        self._complete = match.is_over and after >= match.seq
        subscription = self._matches.live.subscribe(self._match_id, match.seq, match.digest)
        try:
            async for part in self._past():
                yield part
            while not self._complete:
                events = await subscription.next(self._heartbeat)
                if events and events[0].seq == self._seq + 1 and events[-1].seq == self._seq + len(events):
                    yield await self._live(events)
                    continue
                async for part in self._present(events):
                    yield part
            async for part in self._reveal(after):
                yield part
        except StreamClosedError as error:
            raise errors.draining() from error
        finally:
            subscription.close()

    async def _present(self, events: Sequence[LiveEvent] | None) -> AsyncIterator[bytes]:
        """What the stream gave; the record's word where it left something out, or has long said nothing."""
        fresh = [event for event in events or () if event.seq > self._seq]
        if events is None or (fresh and fresh[-1].seq != self._seq + len(fresh)):
            async for part in self._past():
                yield part
        elif fresh:
            yield await self._live(fresh)
        elif not events:
            match = await self._matches.get(self._match_id)
            if match.seq > self._seq:
                async for part in self._past():
                    yield part
            else:
                yield await self._beat(match)

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
            if self._holds is not None:
                await self._demand_token(events, self._holds)
            yield await self._part(events)
            if len(events) < PAGE:
                break
        if not self._caught_up:
            self._caught_up = True
            yield pb.WatchMatchResponse(caught_up=True).SerializeToString()

    async def _demand_token(self, events: Sequence[MatchEvent | LiveEvent], holds: Callable[[Match], bool]) -> None:
        """A token that was replaced shows nothing more: not even what was recorded together with its end."""
        rotated = any(event.canonical.endswith(_ROTATION) for event in events)
        if rotated and not holds(await self._matches.get(self._match_id)):
            raise errors.token_wrong("a token")

    async def _part(self, events: Sequence[MatchEvent]) -> bytes:
        self._seq = events[-1].seq
        self._complete = isinstance(events[-1].payload, Finished | Aborted)
        return b"".join(map(framed, events)) + self._openings(events)

    async def _live(self, events: Sequence[LiveEvent]) -> bytes:
        if self._holds is not None:
            await self._demand_token(events, self._holds)
        first = self._seq
        self._seq = events[-1].seq
        self._complete = events[-1].ends_match
        part = events[0].wire if len(events) == 1 else b"".join([event.wire for event in events])
        # To a spectator nothing is opened before the end, and most watchers are spectators.
        if self._viewpoint != SPECTATOR and any(event.has_secrets for event in events):
            part += self._openings(await self._matches.read(self._match_id, first, len(events)))
        return part

    def _openings(self, events: Iterable[MatchEvent]) -> bytes:
        opened = [to_opening(opening) for opening in openings(events, self._viewpoint, self._salt_key)]
        return pb.WatchMatchResponse(openings=opened).SerializeToString() if opened else b""

    async def _reveal(self, after: int) -> AsyncIterator[bytes]:
        """The match is over: the openings that were not sent with their events."""
        position = 0
        while events := await self._matches.read(self._match_id, position):
            position = events[-1].seq
            hidden = [event for event in events if event.seq <= after or not may_open(event, self._viewpoint)]
            opened = [to_opening(opening) for opening in openings(hidden, EVERYTHING, self._salt_key)]
            if opened:
                yield pb.WatchMatchResponse(openings=opened).SerializeToString()

    async def _beat(self, match: Match) -> bytes:
        present = await self._presence.seats(self._match_id)
        beat = pb.Heartbeat(seq=match.seq, digest=match.digest, at=now(), connected_seats=present)
        return pb.WatchMatchResponse(heartbeat=beat).SerializeToString()
