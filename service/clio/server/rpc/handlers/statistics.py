"""StatisticsService."""

from collections.abc import Mapping
from typing import Any, Final

from clio.kernel.game import Game
from clio.kernel.match.visibility import PUBLIC
from clio.projections.statistics.game_statistics import GameStatistics
from clio.projections.statistics.statistics import STATISTICS, Statistics
from clio.projections.storage.query import Query
from clio.projections.storage.reader import Reader
from clio.projections.table import key_of
from clio.server import errors
from clio.server.app.call_context import current_caller
from clio.server.app.leaderboard_audience import leaderboard_audience
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.codec.statistics import to_message
from clio.server.rpc.caller import Context
from clio.v1 import statistics_service_pb2 as pb
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceServicer


class StatisticsHandler(StatisticsServiceServicer):
    """Sums the projection's counts over numbers of seats."""

    def __init__(self, reading: ProjectionQueries, games: Mapping[str, Game[Any, Any]]) -> None:
        self._reading: Final = reading
        self._games: Final = games

    async def GetStatistics(self, request: pb.GetStatisticsRequest, context: Context) -> pb.GetStatisticsResponse:
        del context
        if request.game not in self._games:
            raise errors.game_not_found(", ".join(sorted(self._games)))
        if request.seats < 0:
            raise errors.malformed("`seats` must not be negative.")

        caller = current_caller()
        seen_by = leaderboard_audience(caller, own=request.own)

        def read(reader: Reader) -> list[GameStatistics]:
            if request.seats:
                one = reader.get(STATISTICS, key_of(seen_by, request.game, request.seats), GameStatistics)
                if one is None and seen_by == PUBLIC:
                    # The key in a view of the version before.
                    one = reader.get(STATISTICS, key_of(request.game, request.seats), GameStatistics)
                return [one] if one else []
            return reader.page(STATISTICS, Query(equal=(("audience", seen_by), ("game", request.game))), GameStatistics)

        found, as_of = await self._reading.read(Statistics.name, request.at_least, read, caller)
        total = GameStatistics(request.game)
        for statistics in found:
            total.merge(statistics)
        response = to_message(total)
        response.as_of.CopyFrom(as_of)
        return response
