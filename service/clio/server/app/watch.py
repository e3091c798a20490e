"""Watching a match: its past from the record, then live events, without a gap."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.match.aggregate import Match
from clio.kernel.match.redaction import may_open, openings
from clio.kernel.match.visibility import Caller
from clio.kernel.moment import timestamp_of
from clio.server import errors
from clio.server.app.authority import Viewer, viewer_of
from clio.server.app.event_history import EventHistory
from clio.server.app.live_views import LiveViews
from clio.server.app.match_service import MatchService
from clio.server.app.watched_views import WatchedViews
from clio.server.codec.event_encoder import to_opening
from clio.server.codec.fair_play import to_clocks
from clio.server.codec.live_event import LiveEvent
from clio.server.codec.timestamps import to_timestamp
from clio.server.livestream.presence import Presence
from clio.server.livestream.stream import HistoryReplacedError, StreamClosedError
from clio.v1 import match_service_pb2 as pb

_ENDS_OF_HOLDINGS: Final = (b'"type":"match.Left"}', b'"type":"match.TokenRotated"}', b'"type":"match.Lapsed"}')
"""How the canonical bytes of the events end that may end a holding."""
_CAUGHT_UP: Final = pb.WatchMatchResponse(caught_up=True).SerializeToString()


class Sources(NamedTuple):
    """The sources of a watch: matches, history, live stream, presence and views."""

    matches: MatchService
    past: EventHistory
    presence: Presence
    views: LiveViews
    heartbeat: float


class WatchRequest(NamedTuple):
    """What a caller wants to watch: from where on, and whether with views."""

    match_id: str
    caller: Caller
    after: int = 0
    after_digest: bytes = b""
    views: bool = False


class Head(Protocol):
    """The head of a match, and the key of its salts."""

    @property
    def id(self) -> str:
        """The match."""

    @property
    def seq(self) -> int:
        """Its last position."""

    @property
    def digest(self) -> bytes:
        """The digest there."""

    @property
    def salt_key(self) -> bytes:
        """The key that derives its salts."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""


async def watch(sources: Sources, request: WatchRequest) -> AsyncIterator[bytes]:
    """Watches a match: authorise, read the past, subscribe, send what becomes durable, until the match is over.

    Yields ``WatchMatchResponse`` messages as bytes. A viewer's authority is checked again before every message.
    """
    # Without a token all that matters of the match is its end: it need not be loaded and folded.
    is_stranger = request.caller.is_spectator and not request.caller.code_hash
    head = await sources.past.head(request.match_id) if is_stranger else None
    if head is not None:
        viewer = Viewer(sources.matches, head.id, EVERYTHING if head.is_over else SPECTATOR)
        async for message in Watcher(sources, head, viewer, views=request.views).messages(request):
            yield message
        return
    match = await sources.matches.get(request.match_id)
    viewer = viewer_of(sources.matches, match, request.caller)
    with sources.presence.connected(match.id, viewer.holding):
        async for message in Watcher(sources, match, viewer, views=request.views).messages(request):
            yield message


class Watcher:
    """One caller watching one match. Yields ``WatchMatchResponse`` messages as bytes: events are framed once."""

    def __init__(self, sources: Sources, head: Head, viewer: Viewer, *, views: bool = False) -> None:
        self._matches: Final = sources.matches
        self._record: Final = sources.past
        self._presence: Final = sources.presence
        self._heartbeat: Final = sources.heartbeat
        self._head: Final = head
        self._match_id: Final = head.id
        self._salt_key: Final = head.salt_key
        self._viewer: Final = viewer
        self._viewpoint: Final = viewer.viewpoint
        self._views: Final = WatchedViews(sources.views, head.id, viewer.viewpoint) if views else None
        self._seq = 0
        self._digest: bytes | None = GENESIS
        self._caught_up = False
        self._complete = False
        self._owed = False
        """Whether something sealed was sent before, or not at all, without its opening."""

    async def messages(self, request: WatchRequest) -> AsyncIterator[bytes]:
        """The stream from a position on, until the match is over."""
        head, after, after_digest = self._head, request.after, request.after_digest
        await self._check_start(after, after_digest)
        if after:
            self._seq, self._digest, self._owed = after, after_digest or None, True
        self._complete = head.is_over and after >= head.seq
        async for part in self._past() if head.is_over else self._past_and_present():
            yield part
        if self._owed:
            # Wherever the last event came from: only the record decides that a match is over.
            if not await self._record.is_over(self._match_id, self._seq, self._digest):
                raise errors.history_differs(self._seq)
            async for part in self._reveal(after):
                yield part
        if self._views is not None and (view := await self._views.last(self._seq, self._digest)):
            await self._viewer.demand(self._seq)
            yield view

    async def _past_and_present(self) -> AsyncIterator[bytes]:
        head = self._head
        while not self._complete:
            try:
                async for part in self._from(head):
                    yield part
            except HistoryReplacedError:
                head = await self._confirmed()

    async def _confirmed(self) -> Match:
        """The match as the record has it now; an error where the watcher was sent what the record does not have."""
        found = await self._matches.read(self._match_id, self._seq - 1, 1) if self._seq else ()
        if self._seq and (not found or self._digest not in (None, found[0].digest)):
            raise errors.history_differs(self._seq)
        return await self._matches.get(self._match_id)

    async def _from(self, head: Head) -> AsyncIterator[bytes]:
        subscription = self._matches.live.subscribe(self._match_id, head.seq, head.digest)
        try:
            async for part in self._past():
                yield part
            while not self._complete:
                if self._views is not None:
                    self._views.ask(self._seq, self._digest, subscription.rouse)
                events = await subscription.next(self._heartbeat)
                if events and events[0].seq == self._seq + 1 and events[-1].seq == self._seq + len(events):
                    yield await self._live(events)
                elif events is not None and not events and self._views is not None and self._views.is_ready:
                    # Judged before the view is taken: a view that is not sent is still due.
                    await self._viewer.demand(self._seq)
                    if view := self._views.take(self._seq):
                        yield view
                else:
                    async for part in self._present(events):
                        yield part
                    if self._views is not None:
                        self._views.retry()
        except StreamClosedError as error:
            raise errors.draining() from error
        finally:
            subscription.close()

    async def _present(self, events: Sequence[LiveEvent] | None) -> AsyncIterator[bytes]:
        """The next live events; reads the record after a gap or a long silence."""
        fresh = [event for event in events or () if event.seq > self._seq]
        if events is None or (fresh and fresh[-1].seq != self._seq + len(fresh)):
            async for part in self._past():
                yield part
        elif fresh:
            yield await self._live(fresh)
        elif not events:
            match = await self._matches.get(self._match_id)
            if match.seq < self._seq or (match.seq == self._seq and self._digest not in (None, match.digest)):
                raise errors.history_differs(self._seq)
            if match.seq > self._seq:
                async for part in self._past():
                    yield part
            else:
                yield await self._beat(match)

    async def _check_start(self, after: int, digest: bytes) -> None:
        if not 0 <= after <= self._head.seq:
            raise errors.no_such_event(after, self._head.seq)
        if digest:
            known = GENESIS if after == 0 else (await self._matches.read(self._match_id, after - 1, 1))[0].digest
            if known != digest:
                raise errors.history_differs(after)

    async def _past(self) -> AsyncIterator[bytes]:
        """Reads the record up to its end; says once that the watcher has caught up."""
        has_more = not self._complete
        while has_more and (part := await self._record.read(self._match_id, self._seq, self._digest)):
            await self._viewer.demand(part.seq)
            self._seq, self._digest = part.seq, part.digest
            self._complete, has_more = part.ends_match, part.has_more
            self._owed = self._owed or any(not may_open(event, self._viewpoint) for event in part.sealed)
            mark = b"" if has_more else self._mark()
            yield part.wire + self._openings(part.sealed) + mark
        if mark := self._mark():
            yield mark

    def _mark(self) -> bytes:
        """What says that the watcher has caught up, if it was not said before."""
        mark = b"" if self._caught_up else _CAUGHT_UP
        self._caught_up = True
        return mark

    async def _live(self, events: Sequence[LiveEvent]) -> bytes:
        has_secrets = any(event.has_secrets for event in events)
        # To a spectator nothing is opened before the end, and most watchers are spectators.
        opens = has_secrets and self._viewpoint != SPECTATOR
        recorded = await self._matches.read(self._match_id, self._seq, len(events)) if opens else ()
        # Checked last, against the newest state: an event that ends the holding is not sent either.
        if opens or any(event.canonical.endswith(_ENDS_OF_HOLDINGS) for event in events):
            await self._viewer.demand(events[-1].seq)
        self._owed = self._owed or has_secrets
        self._seq, self._digest = events[-1].seq, events[-1].digest
        self._complete = events[-1].ends_match
        part = events[0].wire if len(events) == 1 else b"".join([event.wire for event in events])
        return part + self._openings(recorded)

    def _openings(self, events: Iterable[MatchEvent]) -> bytes:
        opened = [to_opening(opening) for opening in openings(events, self._viewpoint, self._salt_key)]
        return pb.WatchMatchResponse(openings=opened).SerializeToString() if opened else b""

    async def _reveal(self, after: int) -> AsyncIterator[bytes]:
        """The match is over: the openings that were not sent with their events."""
        position, digest = 0, GENESIS
        while part := await self._record.read(self._match_id, position, digest):
            position, digest = part.seq, part.digest
            hidden = [event for event in part.sealed if event.seq <= after or not may_open(event, self._viewpoint)]
            opened = [to_opening(opening) for opening in openings(hidden, EVERYTHING, self._salt_key)]
            if opened:
                yield pb.WatchMatchResponse(openings=opened).SerializeToString()
            if not part.has_more or (self._viewpoint == EVERYTHING and position >= after):
                break

    async def _beat(self, match: Match) -> bytes:
        present = await self._presence.seats(match)
        self._viewer.demand_in(match)
        now = self._matches.clock.now()
        beat = pb.Heartbeat(
            seq=match.seq,
            digest=match.digest,
            server_time=to_timestamp(timestamp_of(now)),
            connected_seats=present,
            clocks=to_clocks(match.clocks, now) if match.status == "playing" else (),
        )
        return pb.WatchMatchResponse(heartbeat=beat).SerializeToString()
