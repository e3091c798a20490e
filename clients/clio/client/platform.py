"""Calls for platforms that host matches: settings of a match, batches, freed seats, rematches, the change feed."""

import secrets
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import grpc.aio

from clio.client.change_feed import ChangeFeed
from clio.client.credentials import Metadata
from clio.client.records import Ask
from clio.v1 import match_service_pb2 as pb
from clio.v1.feed_service_pb2 import ChangeKind, FeedCursor, StreamChangesRequest
from clio.v1.feed_service_pb2_grpc import FeedServiceStub
from clio.v1.match_pb2 import Match, SeatReservation, Visibility
from clio.v1.match_service_pb2_grpc import MatchServiceStub

_ENTROPY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What a platform attaches to a match that it opens or forks; docs/platforms.md explains it."""

    title: str = ""
    external_id: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    visibility: Visibility.ValueType = Visibility.VISIBILITY_UNSPECIFIED
    invite_code: str = field(default="", repr=False)
    reservations: Sequence[SeatReservation] = ()
    private_names: bool = False

    def fields(self) -> dict[str, Any]:
        """The fields of a request that opens a match."""
        return {
            "title": self.title,
            "external_id": self.external_id,
            "labels": self.labels,
            "visibility": self.visibility,
            "invite_code": self.invite_code,
            "reservations": self.reservations,
            "private_names": self.private_names,
        }


@dataclass(frozen=True, slots=True)
class Batch:
    """Many matches, and the ids of those that do not exist or that the caller may not know of."""

    matches: list[Match]
    missing: list[str]


class PlatformCalls:
    """Part of a ``Client``."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, metadata: Callable[[str], Metadata]) -> None:
        self._matches: Final = MatchServiceStub(channel)
        self._feed: Final = FeedServiceStub(channel)
        self._ask: Final = ask
        self._metadata: Final = metadata

    async def get_matches(self, match_ids: Iterable[str]) -> Batch:
        """Gets up to 100 matches without their boards."""
        answer = await self._ask(self._matches.BatchGetMatches, pb.BatchGetMatchesRequest(match_ids=list(match_ids)))
        return Batch(list(answer.matches), list(answer.missing))

    async def free_seat(self, match_id: str, seat: int, token: str = "", *, request_id: str = "") -> Match:
        """Frees a seat before the start; needs the host token, or the API key that has opened the match."""
        request = pb.FreeSeatRequest(match_id=match_id, seat=seat, request_id=request_id or str(uuid.uuid4()))
        match: Match = (await self._ask(self._matches.FreeSeat, request, token)).match
        return match

    async def rematch(
        self, match_id: str, token: str = "", *, request_id: str = "", seat_token: str = ""
    ) -> pb.RematchMatchResponse:
        """Takes a seat in the rematch of a match that is over; all players who ask meet in one match."""
        request = pb.RematchMatchRequest(
            match_id=match_id,
            entropy=secrets.token_bytes(_ENTROPY_BYTES),
            request_id=request_id or str(uuid.uuid4()),
            seat_token=seat_token or secrets.token_urlsafe(32),
        )
        answer: pb.RematchMatchResponse = await self._ask(self._matches.RematchMatch, request, token)
        return answer

    def changes(  # noqa: PLR0913 (one for each field of the request)
        self,
        *,
        after: FeedCursor | None = None,
        from_now: bool = False,
        kind: ChangeKind.ValueType = ChangeKind.CHANGE_KIND_EVENTS,
        game: str = "",
        labels: Mapping[str, str] | None = None,
        types: Iterable[str] = (),
        own: bool = False,
    ) -> ChangeFeed:
        """Streams what is recorded in all matches, from a cursor on, for ever; reconnects automatically."""
        request = StreamChangesRequest(
            after=after, from_now=from_now, kind=kind, game=game, labels=labels or {}, types=types, own=own
        )
        return ChangeFeed(lambda wanted: self._feed.StreamChanges(wanted, metadata=self._metadata("")), request)
