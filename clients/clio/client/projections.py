"""Projection calls: scores, standings and statistics."""

from collections.abc import Awaitable
from typing import Final

from clio.client.connection import Connection
from clio.client.freshness import freshness
from clio.client.pages import Paged
from clio.v1 import score_service_pb2, standings_service_pb2, statistics_service_pb2
from clio.v1.freshness_pb2 import AtLeast
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub
from clio.v1.view_pb2 import Viewpoint


class ProjectionCalls:
    """Reads views. ``at_least`` names an event that the caller has seen: the answer is not older.

    Public matches count; with ``own`` the unlisted and invited matches of the caller's namespace do instead.
    """

    def __init__(self, connection: Connection) -> None:
        self._scores: Final = ScoreServiceStub(connection.channel)
        self._standings: Final = StandingsServiceStub(connection.channel)
        self._statistics: Final = StatisticsServiceStub(connection.channel)
        self._connection: Final = connection

    async def get_scores(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str | None = None,
        *,
        seq: int | None = None,
        viewpoint: Viewpoint | None = None,
        min_seq: int | None = None,
        timeout: float | None = None,
    ) -> score_service_pb2.GetScoresResponse:
        """The scores after an event, or now, as the token's holder may know them."""
        request = score_service_pb2.GetScoresRequest(
            match_id=match_id, seq=seq or 0, viewpoint=viewpoint, at_least=freshness(min_seq)
        )
        return await self._connection.ask(self._scores.GetScores, request, token, timeout=timeout)

    def list_standings(  # noqa: PLR0913 (one for each field of the request)
        self,
        game: str | None = None,
        *,
        side: str | None = None,
        time_class: str | None = None,
        page_size: int | None = None,
        at_least: AtLeast | None = None,
        own: bool = False,
        timeout: float | None = None,
    ) -> Paged[standings_service_pb2.Standing, standings_service_pb2.ListStandingsResponse]:
        """A leaderboard (without a game: over all of them), the best rating first."""

        def fetch(page_token: str) -> Awaitable[standings_service_pb2.ListStandingsResponse]:
            request = standings_service_pb2.ListStandingsRequest(
                game=game or "",
                side=side or "",
                time_class=time_class or "",
                page_size=page_size or 0,
                page_token=page_token,
                at_least=at_least,
                own=own,
            )
            return self._connection.ask(self._standings.ListStandings, request, timeout=timeout)

        return Paged(fetch, lambda page: page.standings, lambda page: page.next_page_token)

    async def get_player(
        self, player: str, *, at_least: AtLeast | None = None, own: bool = False, timeout: float | None = None
    ) -> standings_service_pb2.GetPlayerResponse:
        """All standings of a player."""
        request = standings_service_pb2.GetPlayerRequest(player=player, at_least=at_least, own=own)
        return await self._connection.ask(self._standings.GetPlayer, request, timeout=timeout)

    def list_player_matches(  # noqa: PLR0913 (one for each field of the request)
        self,
        player: str,
        game: str | None = None,
        *,
        side: str | None = None,
        page_size: int | None = None,
        at_least: AtLeast | None = None,
        own: bool = False,
        timeout: float | None = None,
    ) -> Paged[standings_service_pb2.PlayedMatch, standings_service_pb2.ListPlayerMatchesResponse]:
        """The matches of a player, the newest first, each with the rating before and after."""

        def fetch(page_token: str) -> Awaitable[standings_service_pb2.ListPlayerMatchesResponse]:
            request = standings_service_pb2.ListPlayerMatchesRequest(
                player=player,
                game=game or "",
                side=side or "",
                page_size=page_size or 0,
                page_token=page_token,
                at_least=at_least,
                own=own,
            )
            return self._connection.ask(self._standings.ListPlayerMatches, request, timeout=timeout)

        return Paged(fetch, lambda page: page.matches, lambda page: page.next_page_token)

    async def get_statistics(
        self,
        game: str,
        *,
        seats: int | None = None,
        at_least: AtLeast | None = None,
        own: bool = False,
        timeout: float | None = None,
    ) -> statistics_service_pb2.GetStatisticsResponse:
        """The statistics of a game, of matches with a number of seats, or of all."""
        request = statistics_service_pb2.GetStatisticsRequest(game=game, seats=seats or 0, at_least=at_least, own=own)
        return await self._connection.ask(self._statistics.GetStatistics, request, timeout=timeout)
