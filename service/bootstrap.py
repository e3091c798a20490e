"""The composition root: the only place that reads settings and builds objects."""

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from clio.v1 import game_service_pb2, match_service_pb2, record_service_pb2, server_service_pb2
from clio.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from clio.v1.match_service_pb2_grpc import add_MatchServiceServicer_to_server
from clio.v1.record_service_pb2_grpc import add_RecordServiceServicer_to_server
from clio.v1.server_service_pb2_grpc import add_ServerServiceServicer_to_server
from domain.games import GAMES
from domain.kernel.referee import Referee
from projections.match_index import MatchIndex
from service.archiving import Archiving
from service.handlers.games import GameHandler
from service.handlers.matches import MatchHandler
from service.handlers.records import RecordHandler
from service.handlers.server import ServerHandler
from service.listing import MatchListing
from service.live.carriers import LiveCarriers
from service.live.stream import LiveEvent
from service.matches import Matches
from service.projection_runner import ProjectionRunner
from service.record.archive import Archive
from service.record.choice import index_path, open_record
from service.record.writer import GroupCommitWriter
from service.replaying import Replays
from service.server import GrpcServer, served
from service.settings import Settings, read_settings
from service.signing import load_ring
from service.vitals import Dependency, Vitals
from service.wire.events import live_event

if TYPE_CHECKING:
    from service.record.follower import RecordFollower

Heads = Mapping[str, int]


class Clio:
    """A whole service, built from its settings, ready to start."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        shared = bool(settings.database_url)
        referee = Referee(GAMES)
        self.record: Final = open_record(settings, referee.types)
        self._index: Final = MatchIndex(index_path(settings))
        self._runner: Final = ProjectionRunner(self.record, self._index, shared=shared)
        self._writer: Final = GroupCommitWriter(self.record.append, self._runner.wake)
        self.live: Final = LiveCarriers(settings, referee.types, self._read_live)
        self._follower: Final = _follower(settings, self._on_news) if shared else None
        self.matches: Final = Matches(self.record, referee, self._writer, self.live.stream, shared=shared)
        self._threads: Final = settings.database_connections if shared else None
        self.vitals: Final = Vitals(self._dependencies(shared=shared), self._counts)
        listing = MatchListing(self._index, self._runner)
        keys = load_ring(settings.head_key_file)
        self._archive: Final = Archive(settings.data / "archive.db")
        archiving = Archiving(self._archive, GAMES, referee.types, settings.archive_mib)
        matches = MatchHandler(self.matches, listing, keys.signer, self.live.presence, settings.heartbeat_seconds)
        self._server: Final = GrpcServer(
            settings,
            [
                served(game_service_pb2, add_GameServiceServicer_to_server, GameHandler(GAMES)),
                served(match_service_pb2, add_MatchServiceServicer_to_server, matches),
                served(
                    record_service_pb2,
                    add_RecordServiceServicer_to_server,
                    RecordHandler(self.matches, listing, archiving, Replays(GAMES), keys),
                ),
                served(server_service_pb2, add_ServerServiceServicer_to_server, ServerHandler(self.vitals)),
            ],
        )

    @property
    def port(self) -> int:
        """The port it serves on."""
        return self._server.port

    async def start(self) -> None:
        """Starts the threads, then serves."""
        if self._threads is not None:
            readers = ThreadPoolExecutor(self._threads, thread_name_prefix="clio-reader")
            asyncio.get_running_loop().set_default_executor(readers)
        self._writer.start()
        self._runner.start()
        self.live.start()
        if self._follower is not None:
            self._follower.start()
        await self._server.start(self.vitals)
        self.vitals.start(self._server.show)

    async def stop(self) -> None:
        """Ends watches, drains calls, writes what waits, closes the files."""
        self.live.stream.close()
        await self.vitals.stop()
        await self._server.stop()
        self._writer.close()
        if self._follower is not None:
            self._follower.close()
        await self.live.stop()
        self._runner.close()
        self._index.close()
        self._archive.close()
        self.record.close()

    async def _read_live(self, match_id: str, after: int) -> list[LiveEvent]:
        return [live_event(event) for event in await self.matches.read(match_id, after)]

    def _on_news(self, position: int, heads: Heads) -> None:
        self._runner.wake(position)
        for match_id, seq in heads.items():
            self.live.mender.hint(match_id, seq)

    def _dependencies(self, *, shared: bool) -> list[Dependency]:
        async def record() -> bool:
            return await asyncio.to_thread(self.record.last_position) >= 0

        async def live() -> bool:
            return self.live.healthy

        return [
            Dependency("record", "postgresql" if shared else "sqlite", needed=True, look=record),
            Dependency("live", self.live.kind, needed=False, look=live),
        ]

    def _counts(self) -> dict[str, int]:
        return self.live.counts() | {
            "commits": self._writer.commits,
            "commit_batches": self._writer.batches,
            "index_lag": self._runner.lag,
        }


def _follower(settings: Settings, on_news: Callable[[int, Heads], None]) -> "RecordFollower":
    from service.record.follower import RecordFollower  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return RecordFollower(settings.database_url, on_news)


def settings_from_environment() -> Settings:
    """The settings of this process."""
    return read_settings(os.environ)
