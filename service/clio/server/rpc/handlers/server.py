"""ServerService."""

from typing import Final

from clio.server.observability.health import HealthMonitor
from clio.server.rpc.caller import Context
from clio.v1 import server_service_pb2 as pb
from clio.v1.server_service_pb2_grpc import ServerServiceServicer


class ServerHandler(ServerServiceServicer):
    """Tells how the server does."""

    def __init__(self, vitals: HealthMonitor) -> None:
        self._vitals: Final = vitals

    async def GetServerStatus(self, request: pb.GetServerStatusRequest, context: Context) -> pb.GetServerStatusResponse:
        """See the contract."""
        del request, context
        vitals = self._vitals
        return pb.GetServerStatusResponse(
            serving=vitals.serving,
            degraded=vitals.degraded,
            dependencies=[
                pb.Dependency(name=one.name, kind=one.kind, healthy=vitals.is_healthy(one.name), needed=one.required)
                for one in sorted(vitals.dependencies, key=lambda one: one.name)
            ],
            counts=[pb.Count(name=name, value=value) for name, value in sorted(vitals.counts().items())],
        )
