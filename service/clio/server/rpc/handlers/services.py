"""The gRPC services of the API and the handlers behind them."""

from typing import Final, NamedTuple

from clio.server.rpc.grpc_server import Served, served
from clio.server.rpc.handlers.access import AccessHandler
from clio.server.rpc.handlers.archive import ArchiveHandler
from clio.server.rpc.handlers.archive_admin import ArchiveAdminHandler
from clio.server.rpc.handlers.backup import BackupHandler
from clio.server.rpc.handlers.bots import BotHandler
from clio.server.rpc.handlers.fair_play import FairPlayHandler
from clio.server.rpc.handlers.feed import FeedHandler
from clio.server.rpc.handlers.games import GameHandler
from clio.server.rpc.handlers.matches import MatchHandler
from clio.server.rpc.handlers.names import NameHandler
from clio.server.rpc.handlers.projections import ProjectionHandler
from clio.server.rpc.handlers.records import RecordHandler
from clio.server.rpc.handlers.scores import ScoreHandler
from clio.server.rpc.handlers.server import ServerHandler
from clio.server.rpc.handlers.standings import StandingsHandler
from clio.server.rpc.handlers.statistics import StatisticsHandler
from clio.v1 import (
    access_service_pb2,
    archive_admin_service_pb2,
    archive_service_pb2,
    backup_service_pb2,
    bot_service_pb2,
    fair_play_service_pb2,
    feed_service_pb2,
    game_service_pb2,
    match_service_pb2,
    name_service_pb2,
    projection_service_pb2,
    record_service_pb2,
    score_service_pb2,
    server_service_pb2,
    standings_service_pb2,
    statistics_service_pb2,
)
from clio.v1.access_service_pb2_grpc import add_AccessServiceServicer_to_server
from clio.v1.archive_admin_service_pb2_grpc import add_ArchiveAdminServiceServicer_to_server
from clio.v1.archive_service_pb2_grpc import add_ArchiveServiceServicer_to_server
from clio.v1.backup_service_pb2_grpc import add_BackupServiceServicer_to_server
from clio.v1.bot_service_pb2_grpc import add_BotServiceServicer_to_server
from clio.v1.fair_play_service_pb2_grpc import add_FairPlayServiceServicer_to_server
from clio.v1.feed_service_pb2_grpc import add_FeedServiceServicer_to_server
from clio.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from clio.v1.match_service_pb2_grpc import add_MatchServiceServicer_to_server
from clio.v1.name_service_pb2_grpc import add_NameServiceServicer_to_server
from clio.v1.projection_service_pb2_grpc import add_ProjectionServiceServicer_to_server
from clio.v1.record_service_pb2_grpc import add_RecordServiceServicer_to_server
from clio.v1.score_service_pb2_grpc import add_ScoreServiceServicer_to_server
from clio.v1.server_service_pb2_grpc import add_ServerServiceServicer_to_server
from clio.v1.standings_service_pb2_grpc import add_StandingsServiceServicer_to_server
from clio.v1.statistics_service_pb2_grpc import add_StatisticsServiceServicer_to_server

METERED: Final = (
    archive_service_pb2,
    bot_service_pb2,
    fair_play_service_pb2,
    feed_service_pb2,
    game_service_pb2,
    match_service_pb2,
    record_service_pb2,
    score_service_pb2,
    standings_service_pb2,
    statistics_service_pb2,
    projection_service_pb2,
    server_service_pb2,
)
"""The services whose calls the metrics count."""


class Handlers(NamedTuple):
    """One handler for each service."""

    access: AccessHandler
    archive: ArchiveHandler
    archive_admin: ArchiveAdminHandler
    bots: BotHandler
    fair_play: FairPlayHandler
    feed: FeedHandler
    games: GameHandler
    matches: MatchHandler
    names: NameHandler
    records: RecordHandler
    scores: ScoreHandler
    standings: StandingsHandler
    statistics: StatisticsHandler
    projections: ProjectionHandler
    backups: BackupHandler
    server: ServerHandler


def services(handlers: Handlers) -> list[Served]:
    """Every service of the API, ready to be added to a server."""
    return [
        served(access_service_pb2, add_AccessServiceServicer_to_server, handlers.access),
        served(archive_service_pb2, add_ArchiveServiceServicer_to_server, handlers.archive),
        served(archive_admin_service_pb2, add_ArchiveAdminServiceServicer_to_server, handlers.archive_admin),
        served(bot_service_pb2, add_BotServiceServicer_to_server, handlers.bots),
        served(fair_play_service_pb2, add_FairPlayServiceServicer_to_server, handlers.fair_play),
        served(feed_service_pb2, add_FeedServiceServicer_to_server, handlers.feed),
        served(game_service_pb2, add_GameServiceServicer_to_server, handlers.games),
        served(match_service_pb2, add_MatchServiceServicer_to_server, handlers.matches),
        served(name_service_pb2, add_NameServiceServicer_to_server, handlers.names),
        served(record_service_pb2, add_RecordServiceServicer_to_server, handlers.records),
        served(score_service_pb2, add_ScoreServiceServicer_to_server, handlers.scores),
        served(standings_service_pb2, add_StandingsServiceServicer_to_server, handlers.standings),
        served(statistics_service_pb2, add_StatisticsServiceServicer_to_server, handlers.statistics),
        served(projection_service_pb2, add_ProjectionServiceServicer_to_server, handlers.projections),
        served(backup_service_pb2, add_BackupServiceServicer_to_server, handlers.backups),
        served(server_service_pb2, add_ServerServiceServicer_to_server, handlers.server),
    ]
