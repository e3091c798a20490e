"""FeedService."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from typing import Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.kernel.match.visibility import Caller
from clio.server import errors
from clio.server.app.call_context import current_caller
from clio.server.app.change_feed import MARK_BYTES, ChangeFeed, ChangeFilter, Changes, Cursor
from clio.server.app.pagination import LARGEST_NUMBER
from clio.server.app.private_names import PrivateNames
from clio.server.app.validation import check_length, check_options
from clio.server.codec.event_encoder import framed
from clio.server.codec.matches import to_message
from clio.server.codec.struct_encoder import delimited, tag
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.server.rpc.caller import Context
from clio.v1 import feed_service_pb2 as pb
from clio.v1.feed_service_pb2_grpc import FeedServiceServicer

MAX_TYPES: Final = 32
_CHANGES: Final = tag(pb.StreamChangesResponse.DESCRIPTOR.fields_by_name["changes"].number)


class FeedHandler(FeedServiceServicer):
    """Streams the change feed; yields messages as bytes."""

    def __init__(
        self,
        feed: ChangeFeed,
        get: Callable[[str], Awaitable[Match]],
        games: Collection[str],
        types: Collection[str],
        names: PrivateNames,
    ) -> None:
        """``get`` returns a match at its head; ``types`` are the types of all events."""
        self._names: Final = names
        self._feed: Final = feed
        self._get: Final = get
        self._games: Final = games
        self._types: Final = types

    async def StreamChanges(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.StreamChangesRequest, context: Context
    ) -> AsyncIterator[bytes]:
        del context
        caller = current_caller()
        wanted = self._filter(request, caller)
        start = await self._feed.start(_cursor(request), from_now=request.from_now)
        of_matches = request.kind == pb.CHANGE_KIND_MATCHES
        async for changes in self._feed.follow(start, wanted, caller):
            if of_matches:
                body = await self._matches(changes, caller)
            else:
                body = await in_reader_thread(_events, changes.events) if changes.events else b""
            yield body + _ending(changes)

    def _filter(self, request: pb.StreamChangesRequest, caller: Caller) -> ChangeFilter:
        check_options(request.labels)
        check_length(game=request.game)
        if request.kind not in pb.ChangeKind.values():
            raise errors.malformed("There is no such kind of change.")
        if request.game and request.game not in self._games:
            raise errors.game_not_found(", ".join(sorted(self._games)))
        if len(request.types) > MAX_TYPES:
            raise errors.malformed(
                "There are {number} types; the limit is {limit}.", number=len(request.types), limit=MAX_TYPES
            )
        if not set(request.types) <= set(self._types):
            raise errors.malformed("Unknown event type.")
        if request.own and not caller.namespace:
            raise errors.no_namespace()
        return ChangeFilter(request.game, dict(request.labels), frozenset(request.types), request.own)

    async def _matches(self, changes: Changes, caller: Caller) -> bytes:
        """The matches that changed, each once, at the position of its last change."""
        last = {event.match_id: cursor for cursor, event in changes.events}
        found = [
            pb.Change(
                cursor=_to_message(cursor), match_id=match_id, match=to_message(await self._get(match_id), caller)
            )
            for match_id, cursor in sorted(last.items(), key=lambda each: each[1])
        ]
        await self._names.show(change.match for change in found)
        return pb.StreamChangesResponse(changes=found).SerializeToString()


def _cursor(request: pb.StreamChangesRequest) -> Cursor:
    after = request.after
    if request.HasField("after") and request.from_now:
        raise errors.malformed("A feed starts after a cursor or now, not both.")
    if not 0 <= after.position <= LARGEST_NUMBER or len(after.mark) not in (0, MARK_BYTES):
        raise errors.malformed("Invalid cursor.")
    if bool(after.position) != bool(after.mark):
        raise errors.malformed("Invalid cursor.")
    return Cursor(after.position, after.mark)


def _to_message(cursor: Cursor) -> pb.FeedCursor:
    return pb.FeedCursor(position=cursor.position, mark=cursor.mark)


def _events(events: Sequence[tuple[Cursor, MatchEvent]]) -> bytes:
    """Field 1 of a change is the event, as field 1 of a watcher's message is: both share the encoder. Blocking."""
    return b"".join(
        delimited(
            _CHANGES,
            framed(event) + pb.Change(cursor=_to_message(cursor), match_id=event.match_id).SerializeToString(),
        )
        for cursor, event in events
    )


def _ending(changes: Changes) -> bytes:
    cursor = _to_message(changes.cursor)
    return pb.StreamChangesResponse(cursor=cursor, caught_up=changes.caught_up).SerializeToString()
