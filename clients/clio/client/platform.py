"""Calls for platforms that host matches: batches, freed seats, rematches, the change feed."""

from collections.abc import Iterable, Mapping
from typing import Final

from clio.client import identifiers
from clio.client.change_feed import ChangeFeed
from clio.client.connection import Connection
from clio.client.readiness import Readiness
from clio.v1 import match_service_pb2 as pb
from clio.v1.feed_service_pb2 import ChangeKind, FeedCursor, StreamChangesRequest
from clio.v1.feed_service_pb2_grpc import FeedServiceStub
from clio.v1.match_pb2 import Match
from clio.v1.match_service_pb2_grpc import MatchServiceStub


class PlatformCalls:
    """Part of a ``Client``."""

    def __init__(self, connection: Connection, readiness: Readiness) -> None:
        self._connection: Final = connection
        self._readiness: Final = readiness
        self._matches: Final = MatchServiceStub(connection.channel)
        self._feed: Final = FeedServiceStub(connection.channel)

    async def get_matches(
        self, match_ids: Iterable[str], *, timeout: float | None = None
    ) -> pb.BatchGetMatchesResponse:
        """Gets up to 100 matches without their boards, and the ids of those that the caller cannot get."""
        request = pb.BatchGetMatchesRequest(match_ids=list(match_ids))
        return await self._connection.ask(self._matches.BatchGetMatches, request, timeout=timeout)

    async def free_seat(
        self,
        match_id: str,
        seat: int,
        token: str | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Frees a seat before the start; needs the host token, or the API key that has opened the match."""
        request = pb.FreeSeatRequest(
            match_id=match_id, seat=seat, request_id=request_id or identifiers.new_request_id()
        )
        return (await self._connection.ask(self._matches.FreeSeat, request, token, timeout=timeout)).match

    async def rematch(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str | None = None,
        *,
        entropy: bytes | None = None,
        request_id: str | None = None,
        seat_token: str | None = None,
        timeout: float | None = None,
    ) -> pb.RematchMatchResponse:
        """Takes a seat in the rematch of a match that is over; all players who ask meet in one match.

        ``entropy`` is the seat's part in the new match's chance, as in ``Client.join_match``.
        """
        request = pb.RematchMatchRequest(
            match_id=match_id,
            request_id=request_id or identifiers.new_request_id(),
            seat_token=seat_token or identifiers.new_token(),
        )
        return await self._readiness.rematch(request, token, entropy, timeout=timeout)

    def changes(  # noqa: PLR0913 (one for each field of the request)
        self,
        *,
        after: FeedCursor | None = None,
        from_now: bool = False,
        kind: ChangeKind.ValueType | None = None,
        game: str | None = None,
        labels: Mapping[str, str] | None = None,
        types: Iterable[str] = (),
        own: bool = False,
        timeout: float | None = None,
    ) -> ChangeFeed:
        """Streams what is recorded in all matches, from a cursor on, for ever: events unless ``kind`` says otherwise.

        It connects when it is iterated, and again when it must; ``timeout`` is the longest silence, 60 seconds unless
        given.
        """
        request = StreamChangesRequest(
            after=after,
            from_now=from_now,
            kind=ChangeKind.CHANGE_KIND_EVENTS if kind is None else kind,
            game=game or "",
            labels=labels,
            types=types,
            own=own,
        )
        return ChangeFeed(
            lambda wanted: self._feed.StreamChanges(wanted, metadata=self._connection.metadata()),
            request,
            silence_seconds=timeout,
        )
