"""Calls that read matches: lists, one match, its board, presence."""

from collections.abc import Awaitable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from clio.client.connection import Connection
from clio.client.freshness import freshness
from clio.client.head_check import HeadCheck
from clio.client.pages import Paged
from clio.client.timestamps import timestamp
from clio.v1 import match_service_pb2 as pb
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.match_pb2 import Match, MatchResult, MatchStatus
from clio.v1.view_pb2 import View, Viewpoint

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub


class LookupCalls:
    """Part of a ``Client``."""

    _connection: Connection
    _matches: "MatchServiceAsyncStub"
    _head_check: HeadCheck

    def list_matches(  # noqa: PLR0913 (one for each filter)
        self,
        *,
        game: str | None = None,
        status: MatchStatus.ValueType | None = None,
        player: str | None = None,
        page_size: int | None = None,
        options: Mapping[str, str] | None = None,
        create_time_from: datetime | None = None,
        create_time_before: datetime | None = None,
        result: MatchResult.ValueType | None = None,
        winner: str | None = None,
        decided_by: str | None = None,
        at_least: AtLeast | None = None,
        labels: Mapping[str, str] | None = None,
        external_id: str | None = None,
        own: bool = False,
        my_turn: bool = False,
        player_to_move: str | None = None,
        min_free_seats: int | None = None,
        update_time_from: datetime | None = None,
        order: pb.MatchOrder.ValueType | None = None,
        timeout: float | None = None,
    ) -> Paged[Match, pb.ListMatchesResponse]:
        """All matching matches, newest first unless another order is asked for."""
        request = pb.ListMatchesRequest(
            game=game or "",
            status=status or MatchStatus.MATCH_STATUS_UNSPECIFIED,
            player=player or "",
            page_size=page_size or 0,
            options=options,
            create_time_from=timestamp(create_time_from),
            create_time_before=timestamp(create_time_before),
            result=result or MatchResult.MATCH_RESULT_UNSPECIFIED,
            winner=winner or "",
            decided_by=decided_by or "",
            at_least=at_least,
            labels=labels,
            external_id=external_id or "",
            own=own,
            my_turn=my_turn,
            player_to_move=player_to_move or "",
            min_free_seats=min_free_seats or 0,
            update_time_from=timestamp(update_time_from),
            order=order or pb.MatchOrder.MATCH_ORDER_UNSPECIFIED,
        )

        def fetch(page_token: str) -> Awaitable[pb.ListMatchesResponse]:
            request.page_token = page_token
            return self._connection.ask(self._matches.ListMatches, request, timeout=timeout)

        return Paged(fetch, lambda page: page.matches, lambda page: page.next_page_token)

    async def get_match(self, match_id: str, *, min_seq: int | None = None, timeout: float | None = None) -> Match:
        """A match without its board, not older than an event that the caller has seen."""
        request = pb.GetMatchRequest(match_id=match_id, at_least=freshness(min_seq))
        match = (await self._connection.ask(self._matches.GetMatch, request, timeout=timeout)).match
        await self._head_check.compare(match.match_id, match.seq, match.digest, timeout=timeout)
        return match

    async def get_view(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str | None = None,
        *,
        seq: int | None = None,
        viewpoint: Viewpoint | None = None,
        min_seq: int | None = None,
        timeout: float | None = None,
    ) -> View:
        """The board after an event, or now, as the token's holder may see it."""
        request = pb.GetViewRequest(match_id=match_id, seq=seq or 0, viewpoint=viewpoint, at_least=freshness(min_seq))
        return (await self._connection.ask(self._matches.GetView, request, token, timeout=timeout)).view

    async def get_presence(self, match_id: str, *, timeout: float | None = None) -> list[int]:
        """The seats whose holders are connected now, as far as the server knows; a hint, outside the record."""
        request = pb.GetPresenceRequest(match_id=match_id)
        return list((await self._connection.ask(self._matches.GetPresence, request, timeout=timeout)).connected_seats)
