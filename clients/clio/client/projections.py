"""Projection calls: scores, standings and statistics."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Protocol, TypeVar

import grpc.aio

from clio.client.credentials import Metadata
from clio.v1 import score_service_pb2, standings_service_pb2, statistics_service_pb2
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub
from clio.v1.view_pb2 import Viewpoint

Request_contra = TypeVar("Request_contra", contravariant=True)
Response_co = TypeVar("Response_co", covariant=True)
Request = TypeVar("Request")
Response = TypeVar("Response")


class UnaryCall(Protocol[Request_contra, Response_co]):
    """A call with one answer, as the generated stubs have it."""

    def __call__(
        self, request: Request_contra, /, *, timeout: float | None = None, metadata: Metadata | None = None
    ) -> Awaitable[Response_co]:
        """Calls."""


class Ask(Protocol):
    """Makes a call with a deadline, retries and a token."""

    async def __call__(self, call: UnaryCall[Request, Response], request: Request, token: str = "") -> Response:
        """The answer."""


class ProjectionCalls:
    """Reads views. ``at_least`` names an event that the caller has seen: the answer is not older."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask) -> None:
        self._scores: Final = ScoreServiceStub(channel)
        self._standings: Final = StandingsServiceStub(channel)
        self._statistics: Final = StatisticsServiceStub(channel)
        self._ask: Final = ask

    async def get_scores(
        self, match_id: str, token: str = "", *, seq: int = 0, viewpoint: Viewpoint | None = None, min_seq: int = 0
    ) -> score_service_pb2.GetScoresResponse:
        """The scores after an event (0: the last one), as the token's holder may know them."""
        request = score_service_pb2.GetScoresRequest(
            match_id=match_id, seq=seq, viewpoint=viewpoint, at_least=freshness(min_seq)
        )
        return await self._ask(self._scores.GetScores, request, token)

    async def list_standings(
        self,
        game: str = "",
        *,
        side: str = "",
        time_class: str = "",
        page_size: int = 0,
        at_least: AtLeast | None = None,
    ) -> AsyncIterator[standings_service_pb2.ListStandingsResponse]:
        """A leaderboard (without a game: over all of them), page by page as they are asked for."""

        def ask(page_token: str) -> Awaitable[standings_service_pb2.ListStandingsResponse]:
            request = standings_service_pb2.ListStandingsRequest(
                game=game,
                side=side,
                time_class=time_class,
                page_size=page_size,
                page_token=page_token,
                at_least=at_least,
            )
            return self._ask(self._standings.ListStandings, request)

        async for page in _pages(ask, lambda page: page.next_page_token):
            yield page

    async def get_player(
        self, player: str, *, at_least: AtLeast | None = None
    ) -> standings_service_pb2.GetPlayerResponse:
        """All standings of a player."""
        request = standings_service_pb2.GetPlayerRequest(player=player, at_least=at_least)
        return await self._ask(self._standings.GetPlayer, request)

    async def list_player_matches(
        self, player: str, game: str = "", *, side: str = "", page_size: int = 0, at_least: AtLeast | None = None
    ) -> AsyncIterator[standings_service_pb2.PlayedMatch]:
        """The matches of a player, the newest first, each with the rating before and after."""

        def ask(page_token: str) -> Awaitable[standings_service_pb2.ListPlayerMatchesResponse]:
            request = standings_service_pb2.ListPlayerMatchesRequest(
                player=player, game=game, side=side, page_size=page_size, page_token=page_token, at_least=at_least
            )
            return self._ask(self._standings.ListPlayerMatches, request)

        async for page in _pages(ask, lambda page: page.next_page_token):
            for played in page.matches:
                yield played

    async def get_statistics(
        self, game: str, *, seats: int = 0, at_least: AtLeast | None = None
    ) -> statistics_service_pb2.GetStatisticsResponse:
        """The statistics of a game, of matches with so many seats (0: all)."""
        request = statistics_service_pb2.GetStatisticsRequest(game=game, seats=seats, at_least=at_least)
        return await self._ask(self._statistics.GetStatistics, request)


def freshness(min_seq: int) -> AtLeast | None:
    """The freshness of an answer about one match: not older than an event that the caller has seen."""
    return AtLeast(min_seq=min_seq) if min_seq else None


async def _pages(
    ask: Callable[[str], Awaitable[Response]], next_token: Callable[[Response], str]
) -> AsyncIterator[Response]:
    page_token = ""
    while True:
        page = await ask(page_token)
        yield page
        page_token = next_token(page)
        if not page_token:
            return
