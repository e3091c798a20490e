"""The composition root: the only place that reads settings and builds objects."""

import os
from typing import Final

import structlog

from domain.games import GAMES
from domain.kernel.referee import Referee
from projections.match_index import MatchIndex
from service import logs
from service.archiving import Archiving
from service.handlers.games import GameHandler
from service.handlers.matches import MatchHandler
from service.handlers.records import RecordHandler
from service.listing import MatchListing
from service.live.in_process import InProcessLiveStream
from service.matches import Matches
from service.projection_runner import ProjectionRunner
from service.record.archive import Archive
from service.record.match_record import MatchRecord
from service.record.writer import GroupCommitWriter
from service.replaying import Replays
from service.server import GrpcServer, until_told_to_stop
from service.settings import Settings, read_settings
from service.signing import load_ring

log = structlog.get_logger()


class Clio:
    """A whole service, built from its settings, ready to start."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        referee = Referee(GAMES)
        self.record: Final = MatchRecord(
            GAMES,
            referee.types,
            {
                "PERSISTENCE_MODULE": "service.record.sqlite",
                "SQLITE_DBNAME": str(settings.data / "record.db"),
                "AGGREGATE_CACHE_MAXSIZE": str(settings.cached_matches),
            },
        )
        self._index: Final = MatchIndex(settings.data / "index.db")
        self._runner: Final = ProjectionRunner(self.record, self._index)
        self._writer: Final = GroupCommitWriter(self.record.append, self._runner.wake)
        self._live: Final = InProcessLiveStream()
        self.matches: Final = Matches(self.record, referee, self._writer, self._live)
        listing = MatchListing(self._index, self._runner)
        keys = load_ring(settings.data)
        self._archive: Final = Archive(settings.data / "archive.db")
        archiving = Archiving(self._archive, GAMES, referee.types, settings.archive_mib)
        self._server: Final = GrpcServer(
            settings,
            GameHandler(GAMES),
            MatchHandler(self.matches, listing, keys.signer, settings.heartbeat_seconds),
            RecordHandler(self.matches, listing, archiving, Replays(GAMES), keys),
        )

    @property
    def port(self) -> int:
        """The port it serves on."""
        return self._server.port

    async def start(self) -> None:
        """Starts the threads, then serves."""
        self._writer.start()
        self._runner.start()
        await self._server.start()

    async def stop(self) -> None:
        """Ends watches, drains calls, writes what waits, closes the files."""
        self._live.close()
        await self._server.stop()
        self._writer.close()
        self._runner.close()
        self._index.close()
        self._archive.close()
        self.record.close()


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
