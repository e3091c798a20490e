"""The composition root: the only place that reads settings and builds objects."""

import os
from typing import Final

import structlog

from domain.games import GAMES
from domain.kernel.referee import Referee
from projections.stores.shelf import Shelf
from projections.stores.sqlite_shelf import SqliteShelf
from service import logs
from service.admin_token import admin_token
from service.handlers.games import GameHandler
from service.handlers.matches import MatchHandler
from service.handlers.projections import ProjectionHandler
from service.handlers.scores import ScoreHandler
from service.handlers.standings import StandingsHandler
from service.handlers.statistics import StatisticsHandler
from service.listing import MatchListing
from service.live.in_process import InProcessLiveStream
from service.matches import Matches
from service.projecting.build_process import BuildProcess
from service.projecting.lineage import Lineage
from service.projecting.reading import Reading
from service.projecting.supervisor import ProjectionSupervisor
from service.projecting.workbench import Workbench, projections_of
from service.record.match_record import MatchRecord
from service.record.writer import GroupCommitWriter
from service.server import GrpcServer, until_told_to_stop
from service.settings import Settings, read_settings, settings_to_text
from service.signing import load_or_create

log = structlog.get_logger()


class Clio:
    """A whole service, built from its settings, ready to start."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        referee = Referee(GAMES)
        bench = open_workbench(settings)
        self.record: Final = bench.record
        self._shelf: Final = bench.shelf
        self.projections: Final = _supervisor(bench, settings)
        self._writer: Final = GroupCommitWriter(self.record.append, self.projections.wake)
        self._live: Final = InProcessLiveStream()
        self.matches: Final = Matches(self.record, referee, self._writer, self._live)
        self._reading: Final = Reading(self.projections, self.record, self.matches)
        signer = load_or_create(settings.data / "head-key")
        operator = admin_token(settings.data / "admin-token", settings.admin_token)
        self._server: Final = GrpcServer(
            settings,
            GameHandler(GAMES),
            MatchHandler(self.matches, MatchListing(self._reading), signer, settings.heartbeat_seconds),
            standings=StandingsHandler(self._reading, GAMES),
            statistics=StatisticsHandler(self._reading, GAMES),
            scores=ScoreHandler(self.matches),
            projections=ProjectionHandler(self.projections, operator),
        )

    @property
    def port(self) -> int:
        """The port it serves on."""
        return self._server.port

    async def start(self) -> None:
        """Starts the threads, then serves."""
        self._writer.start()
        self.projections.start()
        await self._server.start()
        self._server.show_projections(self.projections)

    async def stop(self) -> None:
        """Ends watches, drains calls, writes what waits, closes the files."""
        self._live.close()
        await self._server.stop()
        self._writer.close()
        self._reading.close()
        self.projections.close()
        self._shelf.close()
        self.record.close()


def open_workbench(settings: Settings) -> Workbench:
    """The record and the views that the settings name."""
    record = MatchRecord(
        GAMES,
        Referee(GAMES).types,
        {
            "PERSISTENCE_MODULE": "service.record.sqlite",
            "SQLITE_DBNAME": str(settings.data / "record.db"),
            "AGGREGATE_CACHE_MAXSIZE": str(settings.cached_matches),
        },
    )
    return Workbench(record, _shelf(settings), projections_of(GAMES, record))


def _shelf(settings: Settings) -> Shelf:
    if not settings.database_url:
        return SqliteShelf(settings.data / "projections")
    from projections.stores.postgres_shelf import PostgresShelf  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresShelf(settings.database_url)


def _supervisor(bench: Workbench, settings: Settings) -> ProjectionSupervisor:
    lineages: dict[str, Lineage] = {}
    supervisor = ProjectionSupervisor(lineages, bench.record.last_position)
    text = settings_to_text(settings)
    for name, fresh in bench.projections.items():
        lineages[name] = Lineage(
            bench.record, bench.shelf, fresh, lambda: BuildProcess(text), supervisor.health_changed
        )
    return supervisor


async def serve(settings: Settings) -> None:
    """Serves until told to stop."""
    logs.configure(settings.log_level)
    clio = Clio(settings)
    await clio.start()
    try:
        await until_told_to_stop()
        log.info("draining")
    finally:
        await clio.stop()
        log.info("stopped")


def settings_from_environment() -> Settings:
    """The settings of this process."""
    return read_settings(os.environ)
