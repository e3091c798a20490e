"""The composition root: the only place that reads settings and builds objects."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Final

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
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
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.live_views import LiveViews
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.record_audit import RecordAudit
from clio.server.app.record_check_process import RecordCheckProcess
from clio.server.app.record_import import RecordImport
from clio.server.app.replay_cache import ReplayCache
from clio.server.app.workers import Workers
from clio.server.auth.admin_token import admin_token
from clio.server.auth.api_key_cache import ApiKeyCache
from clio.server.auth.authorizer import Authorizer
from clio.server.auth.client_address import ClientAddresses
from clio.server.auth.rate_limit import WEIGHT_OF_AN_EVENT
from clio.server.auth.revocations import RevocationList
from clio.server.auth.tls import https_context, server_credentials
from clio.server.backup.restore_target import refuse_half_restored
from clio.server.bootstrap.handlers import Parts, services_of
from clio.server.bootstrap.health_checks import dependencies
from clio.server.bootstrap.stores import follower, open_clock, open_key_store, open_projection_context, supervisor
from clio.server.clock import DeploymentClock
from clio.server.codec.event_encoder import live_event
from clio.server.codec.live_event import LiveEvent
from clio.server.errors import ServiceError
from clio.server.eventstore.archive_factory import open_archive, trusted_signers
from clio.server.eventstore.clock_keeper import ClockKeeper
from clio.server.eventstore.data_folder import FolderLock, prepare_folder
from clio.server.eventstore.encryption import cipher_of
from clio.server.eventstore.group_commit import GroupCommitWriter
from clio.server.eventstore.player_names_factory import open_player_names
from clio.server.http.http_server import HttpServer
from clio.server.livestream.factory import LiveStreamParts
from clio.server.observability import logging
from clio.server.observability.health import HealthMonitor
from clio.server.observability.telemetry import Telemetry
from clio.server.rpc.grpc_server import GrpcServer
from clio.server.rpc.handlers.services import METERED
from clio.server.rpc.pipeline import CallPipeline
from clio.server.settings import Settings
from clio.supervision.supervised_thread import SupervisedThread

Heads = Mapping[str, int]


class Composition:
    """The parts of a server, built from its settings; a failure closes what was opened before it."""

    def __init__(self, settings: Settings) -> None:  # noqa: PLR0915 (a statement for every part)
        # First: a wrong setting is reported before anything is opened.
        credentials, addresses = server_credentials(settings), ClientAddresses(settings.trusted_proxies)
        https = https_context(settings) if settings.http_port is not None else None
        self._trusted_signers: Final = trusted_signers(settings)
        bots = offered(settings.bots)
        refuse_half_restored(settings.data)
        with ExitStack() as opened:
            if not settings.database_url:
                opened.callback(FolderLock(settings.data).release)
            prepare_folder(settings.data)
            self._settings: Final = settings
            self._shared: Final = bool(settings.database_url)
            self._telemetry: Final = Telemetry(settings, os.environ, METERED, GAMES)
            tracing = self._telemetry.tracing
            self._referee: Final = (tracing.referee if tracing else Referee)(GAMES)
            context = open_projection_context(settings)
            opened.callback(context.close)
            pool = context.pool
            self.record: Final = context.record
            self._generation_store: Final = context.generation_store
            self.projections: Final = supervisor(context, settings)
            opened.callback(self.projections.close)
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
            opened.callback(self.live.close)
            if self._shared:
                self.record.check_continuity(self.live.in_doubt)
            self._follower: Final = follower(settings, self._on_news, self.live.leisure) if self._shared else None
            self._workers: Final = Workers(settings.workers)
            opened.callback(self._workers.close)
            self.work_budget: Final = ByteBudget(settings.work_mib)
            self.clock: Final = DeploymentClock()
            self._clock_keeper: Final = ClockKeeper(self.clock, open_clock(settings))
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
            opened.callback(self._view_workers.close)
            self.names: Final = open_player_names(settings, pool)
            opened.callback(self.names.close)
            self.private_names: Final = PrivateNames(self.names)
            self.live_views: Final = LiveViews(self.matches, self._view_workers, self.private_names)
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
            self._archive: Final = open_archive(settings, pool)
            opened.callback(self._archive.close)
            self._record_checks: Final = RecordCheckProcess()
            opened.callback(self._record_checks.close)
            record_audit = RecordAudit(self._workers)
            opened.callback(record_audit.close)
            self._archiving: Final = RecordImport(
                self._archive,
                GAMES,
                self._referee.types,
                settings.archive_mib,
                owns=self.access.owns,
                trusted=self._trusted_signers,
                workers=self._workers,
                check=self._record_checks.check,
            )
            self._bots: Final = BotRunner(self.matches, BotThinking(settings.bot_processes))
            bot_seating = BotSeating(self.matches, self._bots, bots)
            self._bot_resumption: Final = BotResumption(self._bots, self._reading) if bots else None
            self.health: Final = HealthMonitor(
                dependencies(
                    self.record,
                    writer=self._writer,
                    keeper=self._clock_keeper,
                    clock=self.clock,
                    live=self.live,
                    projections=self.projections,
                    follower=self._follower,
                ),
                self._counts,
            )
            self._draining: Final[list[Callable[[], None]]] = [self.live.stream.close, self._feed.drain]
            self._keys: Final = ApiKeyCache(open_key_store(settings, pool), self._revocations)
            operator = admin_token(settings.data / "admin-token", settings.admin_token)
            self._authorizer: Final = Authorizer(settings, addresses, self._keys, operator)
            self._pipeline: Final = CallPipeline(
                settings.call_seconds,
                self._authorizer.check_for,
                self._telemetry.observers,
                self._telemetry.on_begin,
                self._guard_for,
            )
            parts = Parts(
                settings,
                self.matches,
                self.past,
                self.live,
                self.live_views,
                self.access,
                self.names,
                self.private_names,
                self._view_workers,
                self._heavy,
                self._archiving,
                record_audit,
                self._archive,
                self._reading,
                self.projections,
                self.record,
                self._keys,
                self._revocations,
                bot_seating,
                self._feed,
                self._referee.types,
                self.health,
            )
            services = services_of(parts, self._draining.append)
            self._server: Final = GrpcServer(settings, services, self._pipeline, credentials)
            self._http: Final = (
                HttpServer(settings, services, self._pipeline, https, lambda: self.health.ready)
                if settings.http_port is not None
                else None
            )
            self._open_telemetry()
            self._opened: Final = opened.pop_all()

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
        """Clears all caches: the record may have been replaced."""
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

    def _counts(self) -> dict[str, int]:
        lags = {f"projection_lag_{name}": lag for name, lag in self.projections.lags().items()}
        own = {"commits": self._writer.commits, "commit_batches": self._writer.batches}
        return self.live.counts() | lags | own | {"log_dropped_lines": logging.dropped_lines()}
