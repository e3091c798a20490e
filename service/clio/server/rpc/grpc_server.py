"""The gRPC server: registration, start, health, drain."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Final, NamedTuple, TypeVar

import grpc
import grpc.aio
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.server.observability.health import HealthMonitor
from clio.server.rpc.builtin_services import builtin_services
from clio.server.rpc.interceptors import GrpcInterceptors
from clio.server.rpc.method_table import MethodTable
from clio.server.rpc.pipeline import CallPipeline
from clio.server.settings import Settings

_LARGEST_FRAME: Final = 2 * 1024 * 1024
_STREAMS_OF_A_CONNECTION: Final = 25_000
"""Above the default limit per caller, so that a caller gets LIMIT_REACHED instead of waiting for ever."""
_WHOLE_SERVER: Final = ""
"""The health service name for the whole server."""

Handler = TypeVar("Handler")
log = structlog.get_logger()


class Served(NamedTuple):
    """A service of the contract and the function that registers its handler."""

    name: str
    add_to: Callable[[grpc.aio.Server], None]


def served(contract: ModuleType, add: Callable[[Handler, grpc.aio.Server], None], handler: Handler) -> Served:
    """The single service of a generated module, with its handler."""
    (service,) = contract.DESCRIPTOR.services_by_name.values()
    return Served(service.full_name, partial(add, handler))


class GrpcServer:
    """Serves the contract, health and reflection on one port."""

    def __init__(
        self,
        settings: Settings,
        services: Sequence[Served],
        pipeline: CallPipeline,
        credentials: grpc.ServerCredentials | None,
    ) -> None:
        self._settings: Final = settings
        self._credentials: Final = credentials
        self._health: Final = health.aio.HealthServicer()  # type: ignore[attr-defined]  # not in its stubs
        self._names: Final = [service.name for service in services]
        self._server: Final = grpc.aio.server(
            options=[
                ("grpc.max_receive_message_length", _LARGEST_FRAME),
                ("grpc.max_metadata_size", 16 * 1024),
                ("grpc.keepalive_time_ms", 30_000),
                ("grpc.keepalive_timeout_ms", 10_000),
                ("grpc.keepalive_permit_without_calls", 1),
                ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
                ("grpc.so_reuseport", 0),
                # Windows stay at 64 KiB: gRPC would let each of many uploads send megabytes ahead of its reader.
                ("grpc.http2.bdp_probe", 0),
                ("grpc.max_concurrent_streams", _STREAMS_OF_A_CONNECTION),
                # Idle connections end, and clients replace old ones once their calls are over, so that new certificates
                # and load balancers take effect.
                ("grpc.max_connection_idle_ms", 15 * 60_000),
                ("grpc.max_connection_age_ms", 60 * 60_000),
            ],
            maximum_concurrent_rpcs=settings.max_calls or None,
        )
        interceptors = GrpcInterceptors(pipeline, settings.max_request_bytes)
        methods = MethodTable()
        self._server.add_generic_rpc_handlers((methods,))
        for service in services:
            service.add_to(interceptors.before(methods))
        aside = builtin_services(methods, settings.max_request_bytes)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, aside)
        names = (*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflector = reflection.aio.ReflectionServicer(names)  # type: ignore[attr-defined]  # not in its stubs
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(reflector, aside)
        self.port = 0

    async def start(self, health_monitor: HealthMonitor) -> None:
        """Binds the port and serves."""
        address = f"{self._settings.host}:{self._settings.port}"
        if self._credentials is None:
            self.port = self._server.add_insecure_port(address)
        else:
            self.port = self._server.add_secure_port(address, self._credentials)
        await self._server.start()
        for name in (_WHOLE_SERVER, *self._names, *(f"clio.{each.name}" for each in health_monitor.dependencies)):
            await self._say(name, healthy=True)
        # Liveness, independent of dependencies: a server without its record must wait, not be restarted.
        await self._say(health.SERVICE_NAME, healthy=True)
        log.info("serving", address=f"{self._settings.host}:{self.port}", tls=self._credentials is not None)

    def show_projections(self, projections: ProjectionSupervisor) -> None:
        """Reports each projection as `clio.projections.NAME`; a stopped one does not affect the server's own status."""
        loop = asyncio.get_running_loop()

        def show(name: str, *, healthy: bool) -> None:
            report = self._say(f"clio.projections.{name}", healthy=healthy)
            if loop.is_closed():
                report.close()
            else:
                asyncio.run_coroutine_threadsafe(report, loop)

        projections.observe(show)

    async def stop(self) -> None:
        """Reports NOT_SERVING, lets calls finish, then closes."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(self._settings.drain_seconds)

    async def show(self, health_monitor: HealthMonitor) -> None:
        """Reports the health of the server and of each dependency."""
        for name in (_WHOLE_SERVER, *self._names):
            await self._say(name, healthy=health_monitor.serving)
        for dependency in health_monitor.dependencies:
            await self._say(f"clio.{dependency.name}", healthy=health_monitor.is_healthy(dependency.name))

    async def _say(self, name: str, *, healthy: bool) -> None:
        status = health_pb2.HealthCheckResponse
        await self._health.set(name, status.SERVING if healthy else status.NOT_SERVING)


async def until_stopped() -> None:
    """Waits for SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
