"""The gRPC server around the handlers, and its life from start to drained."""

import asyncio
import signal
from typing import Final

import grpc.aio
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from clio.v1 import (
    game_service_pb2,
    game_service_pb2_grpc,
    match_service_pb2,
    match_service_pb2_grpc,
    projection_service_pb2,
    projection_service_pb2_grpc,
    score_service_pb2,
    score_service_pb2_grpc,
    standings_service_pb2,
    standings_service_pb2_grpc,
    statistics_service_pb2,
    statistics_service_pb2_grpc,
)
from service.handlers.games import GameHandler
from service.handlers.matches import MatchHandler
from service.handlers.projections import ProjectionHandler
from service.handlers.scores import ScoreHandler
from service.handlers.standings import StandingsHandler
from service.handlers.statistics import StatisticsHandler
from service.interceptor import CallInterceptor
from service.projecting.supervisor import ProjectionSupervisor
from service.settings import Settings

_GAMES: Final = game_service_pb2.DESCRIPTOR.services_by_name["GameService"].full_name
_MATCHES: Final = match_service_pb2.DESCRIPTOR.services_by_name["MatchService"].full_name
_SCORES: Final = score_service_pb2.DESCRIPTOR.services_by_name["ScoreService"].full_name
_STANDINGS: Final = standings_service_pb2.DESCRIPTOR.services_by_name["StandingsService"].full_name
_STATISTICS: Final = statistics_service_pb2.DESCRIPTOR.services_by_name["StatisticsService"].full_name
_PROJECTIONS: Final = projection_service_pb2.DESCRIPTOR.services_by_name["ProjectionService"].full_name
_READ: Final = (_SCORES, _STANDINGS, _STATISTICS, _PROJECTIONS)
_LARGEST_FRAME: Final = 4 * 1024 * 1024

log = structlog.get_logger()


class GrpcServer:
    """Serves the contract, health and reflection on one port."""

    def __init__(  # noqa: PLR0913 (one for each service of the contract)
        self,
        settings: Settings,
        games: GameHandler,
        matches: MatchHandler,
        *,
        standings: StandingsHandler,
        statistics: StatisticsHandler,
        scores: ScoreHandler,
        projections: ProjectionHandler,
    ) -> None:
        self._settings: Final = settings
        self._health: Final = health.aio.HealthServicer()  # type: ignore[attr-defined]  # not in its stubs
        self._server: Final = grpc.aio.server(
            interceptors=[CallInterceptor(settings.call_seconds, settings.max_request_bytes)],
            options=[
                ("grpc.max_receive_message_length", _LARGEST_FRAME),
                ("grpc.max_metadata_size", 16 * 1024),
                ("grpc.keepalive_time_ms", 30_000),
                ("grpc.keepalive_timeout_ms", 10_000),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
                ("grpc.so_reuseport", 0),
            ],
        )
        game_service_pb2_grpc.add_GameServiceServicer_to_server(games, self._server)
        match_service_pb2_grpc.add_MatchServiceServicer_to_server(matches, self._server)
        standings_service_pb2_grpc.add_StandingsServiceServicer_to_server(standings, self._server)
        statistics_service_pb2_grpc.add_StatisticsServiceServicer_to_server(statistics, self._server)
        score_service_pb2_grpc.add_ScoreServiceServicer_to_server(scores, self._server)
        projection_service_pb2_grpc.add_ProjectionServiceServicer_to_server(projections, self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection(
            (_GAMES, _MATCHES, *_READ, health.SERVICE_NAME, reflection.SERVICE_NAME), self._server
        )
        self.port = 0

    async def start(self) -> None:
        """Binds the port and serves."""
        address = f"{self._settings.host}:{self._settings.port}"
        self.port = self._server.add_insecure_port(address)
        await self._server.start()
        await self._say(health_pb2.HealthCheckResponse.SERVING)
        log.info("serving", address=f"{self._settings.host}:{self.port}")

    def show_projections(self, projections: ProjectionSupervisor) -> None:
        """Tells health checks of each projection, as `clio.projections.NAME`; one that stopped stops nothing else."""
        loop = asyncio.get_running_loop()

        def show(name: str, *, healthy: bool) -> None:
            status = health_pb2.HealthCheckResponse
            told = self._health.set(f"clio.projections.{name}", status.SERVING if healthy else status.NOT_SERVING)
            if loop.is_closed():
                told.close()
            else:
                asyncio.run_coroutine_threadsafe(told, loop)

        projections.observe(show)

    async def stop(self) -> None:
        """Says that it is going, lets calls finish, then closes."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(self._settings.drain_seconds)

    async def _say(self, status: health_pb2.HealthCheckResponse.ServingStatus) -> None:
        for name in ("", _GAMES, _MATCHES, *_READ):
            await self._health.set(name, status)


async def until_told_to_stop() -> None:
    """Waits for SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
