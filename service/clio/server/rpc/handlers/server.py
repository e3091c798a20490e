"""ServerService."""

from typing import Final

from clio.server.observability.health import HealthMonitor
from clio.server.rpc.caller import Context
from clio.v1 import server_service_pb2 as pb
from clio.v1.server_service_pb2_grpc import ServerServiceServicer


class ServerHandler(ServerServiceServicer):
    """Reports the status of the server."""

    def __init__(self, health_monitor: HealthMonitor) -> None:
        self._health_monitor: Final = health_monitor

    async def GetServerStatus(self, request: pb.GetServerStatusRequest, context: Context) -> pb.GetServerStatusResponse:
        del request, context
        health_monitor = self._health_monitor
        return pb.GetServerStatusResponse(
            serving=health_monitor.serving,
            degraded=health_monitor.degraded,
            dependencies=[
                pb.Dependency(
                    name=one.name, kind=one.kind, healthy=health_monitor.is_healthy(one.name), needed=one.required
                )
                for one in sorted(health_monitor.dependencies, key=lambda one: one.name)
            ],
            counts=[pb.Count(name=name, value=value) for name, value in sorted(health_monitor.counts().items())],
        )
