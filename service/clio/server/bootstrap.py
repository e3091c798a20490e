"""The composition root: the only place that reads settings and builds objects."""

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import structlog

from clio.games.registry import FAILED_PLUG_INS, GAMES
from clio.kernel.match.referee import Referee
from clio.projections.runtime.build_process import BuildProcess
from clio.projections.runtime.context import ProjectionContext, projections_of
from clio.projections.runtime.generations import ProjectionGenerations
from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.projections.storage.view_cipher import ViewCipher
from clio.server.app.archive_export import ArchiveExport
from clio.server.app.bots.catalog import offered
from clio.server.app.bots.resumption import BotResumption
from clio.server.app.bots.runner import BotRunner
from clio.server.app.bots.seating import BotSeating
from clio.server.app.bots.thinking import BotThinking
from clio.server.app.byte_budget import ByteBudget
from clio.server.app.call_context import Call, Guard
from clio.server.app.change_feed import ChangeFeed
from clio.server.app.deadlines import DeadlineKeeper, view_of_deadlines
from clio.server.app.event_history import EventHistory
from clio.server.app.export import RecordExport
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.live_views import LiveViews
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_listing import MatchListing
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.record_check_process import RecordCheckProcess
from clio.server.app.record_import import RecordImport
from clio.server.app.replay_cache import ReplayCache
from clio.server.app.watch import Sources
from clio.server.app.workers import Workers
from clio.server.auth.admin_token import admin_token
from clio.server.auth.api_key_cache import ApiKeyCache
from clio.server.auth.api_key_store import KeyStore, SqliteKeyStore
from clio.server.auth.authorizer import Authorizer
from clio.server.auth.client_address import ClientAddresses
from clio.server.auth.match_quota import MatchQuota
from clio.server.auth.rate_limit import WEIGHT_OF_A_PART, WEIGHT_OF_AN_EVENT
from clio.server.auth.revocations import RevocationList
from clio.server.auth.tls import https_context, server_credentials
from clio.server.backup.restore_target import refuse_half_restored
from clio.server.backup.snapshot import Content
from clio.server.clock import DeploymentClock
from clio.server.codec.event_encoder import live_event
from clio.server.codec.live_event import LiveEvent
from clio.server.errors import ServiceError
from clio.server.eventstore.archive_factory import open_archive, trusted_signers
from clio.server.eventstore.clock_keeper import ClockKeeper, ClockSource
from clio.server.eventstore.data_folder import FolderLock, prepare_folder
from clio.server.eventstore.encryption import cipher_of, key_bytes
from clio.server.eventstore.factory import open_record
from clio.server.eventstore.group_commit import GroupCommitWriter
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.player_names_factory import open_player_names
from clio.server.eventstore.sqlite_clock import SqliteClock
from clio.server.http.http_server import HttpServer
from clio.server.livestream.factory import LiveStreamParts
from clio.server.observability import logging
from clio.server.observability.health import Dependency, HealthMonitor
from clio.server.observability.telemetry import Telemetry
from clio.server.rpc.grpc_server import GrpcServer, Served
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
from clio.server.rpc.handlers.services import METERED, Handlers, services
from clio.server.rpc.handlers.standings import StandingsHandler
from clio.server.rpc.handlers.statistics import StatisticsHandler
from clio.server.rpc.pipeline import CallPipeline
from clio.server.settings import Settings, read_settings, settings_to_text
from clio.server.signing_keys import load_signing_keys
from clio.supervision.supervised_thread import SupervisedThread, thread_check

if TYPE_CHECKING:
    from clio.server.eventstore.log_listener import LogListener

Heads = Mapping[str, int]
log = structlog.get_logger()


class Clio:
    """A whole service, built from its settings, ready to start."""

    def __init__(self, settings: Settings) -> None:  # noqa: PLR0915 (a statement for every part)
        # First of all: what is set wrongly is told before anything is opened.
        credentials, addresses = server_credentials(settings), ClientAddresses(settings.trusted_proxies)
        https = https_context(settings) if settings.http_port is not None else None
        self._trusted_signers: Final = trusted_signers(settings)
        bots = offered(settings.bots)
        refuse_half_restored(settings.data)
        self._folder_lock: Final = None if settings.database_url else FolderLock(settings.data)
        prepare_folder(settings.data)
        self._settings: Final = settings
        self._shared: Final = bool(settings.database_url)
        self._telemetry: Final = Telemetry(settings, os.environ, METERED, GAMES)
        tracing = self._telemetry.tracing
        self._referee: Final = (tracing.referee if tracing else Referee)(GAMES)
        context = open_projection_context(settings)
        self.record: Final = context.record
        self._generation_store: Final = context.generation_store
        self.projections: Final = _supervisor(context, settings)
        self._revocations: Final = RevocationList(settings.revocations_file)
        self._writer: Final = (tracing.writer if tracing else GroupCommitWriter)(
            self.record.append,
            self._on_commit,
            self._telemetry.on_batch,
            # A token must be in the list of revocations before the record says that it is revoked.
            before_append=self._revocations.note_events,
        )
        self.live: Final = LiveStreamParts(
            settings, self._referee.types, self._read_live, self._forget_all, cipher_of(settings.cipher_key)
        )
        if self._shared:
            self.record.check_continuity(self.live.in_doubt)
        self._follower: Final = _follower(settings, self._on_news, self.live.leisure) if self._shared else None
        self._workers: Final = Workers(settings.workers)
        self.work_budget: Final = ByteBudget(settings.work_mib)
        self.clock: Final = DeploymentClock()
        self._clock_keeper: Final = ClockKeeper(self.clock, _open_clock(settings))
        self.matches: Final = (tracing.matches if tracing else MatchService)(
            self.record,
            self._referee,
            self._writer,
            self.live.stream,
            shared=self._shared,
            observer=self._telemetry.play,
            workers=self._workers,
            clock=self.clock,
        )
        self._deadlines: Final = DeadlineKeeper(self.matches, view_of_deadlines(self.projections))
        self.past: Final = EventHistory(self.record, self._referee.types)
        self._view_workers: Final = Workers(1)
        self.live_views: Final = LiveViews(self.matches, self._view_workers)
        self.names: Final = open_player_names(settings)
        self.access: Final = MatchAccess(self.record, self._referee.types, self.matches.get, self._on_refused)
        self._heavy: Final = HeavyWork(
            self._workers, self.work_budget, ReplayCache(GAMES, self.work_budget, self._workers.run)
        )
        self._feed: Final = ChangeFeed(
            self.record, self.access, self._heavy, settings.heartbeat_seconds, WEIGHT_OF_AN_EVENT
        )
        self._reading: Final = ProjectionQueries(
            self.projections, self.record, self.matches, self.access, shared=self._shared
        )
        self._archive: Final = open_archive(settings)
        self._record_checks: Final = RecordCheckProcess()
        self._archiving: Final = RecordImport(
            self._archive,
            GAMES,
            self._referee.types,
            settings.archive_mib,
            owns=lambda match_id: bool(self.record.states(match_id, 0, 1)),
            trusted=self._trusted_signers,
            workers=self._workers,
            check=self._record_checks.check,
        )
        self._bots: Final = BotRunner(self.matches, BotThinking(settings.bot_processes))
        self._bot_seating: Final = BotSeating(self.matches, self._bots, bots)
        self._bot_resumption: Final = BotResumption(self._bots, self._reading) if bots else None
        self.health: Final = HealthMonitor(self._dependencies(), self._counts)
        self._draining: Final[list[Callable[[], None]]] = [self.live.stream.close, self._feed.drain]
        self._keys: Final = ApiKeyCache(open_key_store(settings), self._revocations)
        operator = admin_token(settings.data / "admin-token", settings.admin_token)
        self._authorizer: Final = Authorizer(settings, addresses, self._keys, operator)
        self._pipeline: Final = CallPipeline(
            settings.call_seconds,
            self._authorizer.check_for,
            self._telemetry.observers,
            self._telemetry.on_begin,
            self._guard_for,
        )
        services = self._services()
        self._server: Final = GrpcServer(settings, services, self._pipeline, credentials)
        self._http: Final = (
            HttpServer(settings, services, self._pipeline, https, lambda: self.health.ready)
            if settings.http_port is not None
            else None
        )
        self._open_telemetry()

    @property
    def port(self) -> int:
        """The port it serves on."""
        return self._server.port

    @property
    def http_url(self) -> str | None:
        """Where the HTTP API is; None where it is not served."""
        return None if self._http is None else self._http.url

    async def start(self) -> None:
        """Starts the threads, then serves."""
        for failed in FAILED_PLUG_INS:
            log.error("plug_in.failed", game=failed.name, object=failed.value, why=failed.why)
        if self._shared:
            readers = ThreadPoolExecutor(self._settings.database_connections, thread_name_prefix="clio-reader")
            asyncio.get_running_loop().set_default_executor(readers)
        self._telemetry.start()
        await asyncio.to_thread(self._clock_keeper.start)
        self._writer.start()
        self.projections.start()
        self._deadlines.start()
        self.live.start()
        if self._follower is not None:
            self._follower.start()
        self._keys.start(self._authorizer.end_streams_of_invalid_keys)
        await self._server.start(self.health)
        if self._http is not None:
            await self._http.start()
        self.health.start(self._server.show)
        self._server.show_projections(self.projections)
        if self._bot_resumption is not None:
            self._bot_resumption.start()

    async def stop(self) -> None:
        """Ends watches and sessions, drains calls, writes what waits, closes the files."""
        for drain in self._draining:
            drain()
        await self.health.stop()
        await asyncio.gather(self._server.stop(), *([self._http.stop()] if self._http is not None else []))
        if self._bot_resumption is not None:
            await self._bot_resumption.stop()
        await self._bots.close()
        self._record_checks.close()
        await self._deadlines.stop()
        await asyncio.to_thread(self._workers.close)
        await asyncio.to_thread(self._view_workers.close)
        await self._keys.stop()
        self._writer.close()
        await asyncio.to_thread(self._clock_keeper.close)
        if self._follower is not None:
            self._follower.close()
        await self.live.stop()
        self._reading.close()
        self.projections.close()
        self._generation_store.close()
        self._archive.close()
        self.names.close()
        self.record.close()
        await asyncio.to_thread(self._telemetry.close)
        if self._folder_lock is not None:
            self._folder_lock.release()

    def _services(self) -> list[Served]:
        settings = self._settings
        head_keys = load_signing_keys(settings.head_key_file)
        hosting = MatchQuota(self.matches)
        listing = MatchListing(self._reading, GAMES)
        private_names = PrivateNames(self.names)
        sources = Sources(self.matches, self.past, self.live.presence, self.live_views, settings.heartbeat_seconds)
        matches = MatchHandler(hosting, listing, sources, self.access, private_names, self._view_workers)
        self._draining.append(matches.drain)
        export = RecordExport(self.matches, listing, self._heavy, head_keys.signer, WEIGHT_OF_A_PART)
        records = RecordHandler(self.matches, hosting, export, self._archiving, self._heavy, head_keys)
        archive = ArchiveHandler(
            self.matches,
            hosting,
            ArchiveExport(self._archiving, self._heavy, GAMES, WEIGHT_OF_A_PART),
            self._archiving,
            self._heavy,
        )
        standings = StandingsHandler(self._reading, GAMES)
        statistics = StatisticsHandler(self._reading, GAMES)
        projections = ProjectionHandler(self.projections)
        cipher_key = key_bytes(settings.cipher_key) if settings.cipher_key else None
        content = Content(self.record, self._archive, settings.head_key_file, self._keys.stored, self.names)
        backups = BackupHandler(content, cipher_key)
        return services(
            Handlers(
                access=AccessHandler(self._keys),
                archive=archive,
                archive_admin=ArchiveAdminHandler(self._archiving),
                bots=BotHandler(self._bot_seating),
                fair_play=FairPlayHandler(self.matches),
                feed=FeedHandler(self._feed, self.matches.get, GAMES, self._referee.types.classes),
                games=GameHandler(GAMES),
                matches=matches,
                names=NameHandler(self.names, self._revocations),
                records=records,
                scores=ScoreHandler(self.matches, self.past),
                standings=standings,
                statistics=statistics,
                projections=projections,
                backups=backups,
                server=ServerHandler(self.health),
            )
        )

    def _open_telemetry(self) -> None:
        metrics = self._telemetry.metrics
        if metrics is None:
            return
        from clio.server.observability import server_metrics  # noqa: PLC0415 (loaded only where metrics are asked for)

        self._telemetry.open(
            self.health,
            server_metrics.of_record(self.record, self._writer),
            server_metrics.of_live(self.live),
            server_metrics.of_past(self.past),
            server_metrics.of_streams(self._pipeline.open_streams),
            server_metrics.of_projections(self.projections),
            server_metrics.of_health(self.health),
            server_metrics.of_log(),
            server_metrics.of_threads(self._threads),
            server_metrics.of_faults(lambda: metrics.calls.failures, self._writer, self.live, self.projections),
        )

    async def _read_live(self, match_id: str, after: int) -> list[LiveEvent]:
        return [live_event(event) for event in await self.matches.read(match_id, after)]

    def _forget_all(self) -> None:
        """The record may have become another one: what was remembered of it is read again."""
        self.past.forget()
        self.access.forget()
        self.live_views.forget()
        self.record.forget_all()
        self._feed.forget()

    def _guard_for(self, method: str) -> Guard | None:
        """The ids in calls to the archive are those of foreign records, which have no visibility."""
        return None if method.startswith(("/clio.v1.ArchiveService/", "/clio.v1.ArchiveAdmin")) else self.access.guard

    def _on_refused(self, call: Call, refusal: ServiceError) -> None:
        """Counts a move in a match that the caller may not know of: its handler, which counts the others, never ran."""
        if call.method == "PlayMove":
            self.matches.unmoved(call.match_id, refusal)

    def _on_commit(self, position: int) -> None:
        self.projections.wake(position)
        self._feed.wake()

    def _on_news(self, position: int, heads: Heads) -> None:
        self._on_commit(position)
        for match_id, seq in heads.items():
            self.live.gap_filler.hint(match_id, seq)

    def _threads(self) -> list[SupervisedThread]:
        follower = [self._follower.thread] if self._follower is not None else []
        return [self._writer.thread, self._clock_keeper.thread, *follower, *self.projections.threads()]

    def _dependencies(self) -> list[Dependency]:
        async def record() -> bool:
            return await asyncio.to_thread(self.record.last_position) >= 0

        async def live() -> bool:
            return self.live.healthy

        async def log() -> bool:
            return logging.is_healthy()

        dependencies = [
            Dependency("record", "postgresql" if self._shared else "sqlite", required=True, check=record),
            Dependency("writer", "thread", required=True, check=thread_check(lambda: [self._writer.thread])),
            Dependency("clock", "thread", required=False, check=thread_check(self._clock_threads, self._clock_is_kept)),
            Dependency("live", self.live.kind, required=False, check=live),
            Dependency("views", "threads", required=False, check=thread_check(self.projections.threads)),
            Dependency("log", "stderr", required=False, check=log),
        ]
        if self._follower is not None:
            follower = self._follower
            check = thread_check(lambda: [follower.thread], lambda: follower.healthy)
            dependencies.append(Dependency("follower", "thread", required=False, check=check))
        return dependencies

    def _clock_threads(self) -> list[SupervisedThread]:
        return [self._clock_keeper.thread]

    def _clock_is_kept(self) -> bool:
        return self.clock.is_kept

    def _counts(self) -> dict[str, int]:
        lags = {f"projection_lag_{name}": lag for name, lag in self.projections.lags().items()}
        own = {"commits": self._writer.commits, "commit_batches": self._writer.batches}
        return self.live.counts() | lags | own | {"log_dropped_lines": logging.dropped_lines()}


def open_projection_context(settings: Settings) -> ProjectionContext[MatchStore]:
    """The record and the views that the settings name."""
    record = open_record(settings, Referee(GAMES).types)
    return ProjectionContext(
        record, _open_generation_store(settings), projections_of(GAMES, record, settings.cached_matches)
    )


def open_key_store(settings: Settings) -> KeyStore:
    """Where the settings keep the API keys: with the record."""
    if not settings.database_url:
        return SqliteKeyStore(settings.data / "keys.db")
    from clio.server.auth.postgres_api_keys import PostgresKeyStore  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresKeyStore(settings.database_url)


def _open_clock(settings: Settings) -> ClockSource:
    if not settings.database_url:
        return SqliteClock(settings.data)
    from clio.server.eventstore.postgres_clock import PostgresClock  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresClock(settings.database_url)


def settings_from_environment() -> Settings:
    """The settings of this process."""
    return read_settings(os.environ)


def _open_generation_store(settings: Settings) -> GenerationStore:
    cipher = cipher_of(settings.cipher_key)
    view_cipher = ViewCipher(cipher, key_bytes(settings.cipher_key)) if cipher else None
    if not settings.database_url:
        return SqliteGenerationStore(settings.data / "projections", view_cipher, settings.cached_matches)
    from clio.projections.storage.postgres_generations import PostgresGenerationStore  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresGenerationStore(settings.database_url, view_cipher, settings.cached_matches)


def _supervisor(context: ProjectionContext[MatchStore], settings: Settings) -> ProjectionSupervisor:
    generations: dict[str, ProjectionGenerations] = {}
    supervisor = ProjectionSupervisor(generations, context.record.last_position)
    text = settings_to_text(settings)
    for name, fresh in context.projections.items():
        generations[name] = ProjectionGenerations(
            context.record,
            context.generation_store,
            fresh,
            lambda: BuildProcess("clio.server.projection_builder", text),
            supervisor.health_changed,
        )
    return supervisor


def _follower(settings: Settings, on_news: Callable[[int, Heads], None], leisure: Callable[[], float]) -> "LogListener":
    from clio.server.eventstore.log_listener import LogListener  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return LogListener(settings.database_url, on_news, leisure)
