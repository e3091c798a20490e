"""What an operator asks of a server: its projections, and its API keys."""

from typing import Final

import grpc.aio

from clients.sdk.key_calls import KeyCalls
from clients.sdk.views import Ask
from clio.v1 import projection_service_pb2 as pb
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub


class OperatorCalls:
    """Calls that carry the operator's token; empty where the connection's key has the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, token: str) -> None:
        self._projections: Final = ProjectionServiceStub(channel)
        self._ask: Final = ask
        self._token: Final = token
        self.keys: Final = KeyCalls(channel, ask, token)

    async def list_projections(self) -> pb.ListProjectionsResponse:
        """All projections: what serves, how far it is, what is built beside it."""
        return await self._ask(self._projections.ListProjections, pb.ListProjectionsRequest(), self._token)

    async def rebuild_projection(self, name: str, *, hold: bool = False) -> pb.Projection:
        """Starts to build a projection anew beside the one that serves; held, it waits for the switch."""
        request = pb.RebuildProjectionRequest(name=name, hold=hold)
        return (await self._ask(self._projections.RebuildProjection, request, self._token)).projection

    async def diff_projection(
        self, name: str, *, generation: int = 0, page_size: int = 0, page_token: str = ""
    ) -> pb.DiffProjectionResponse:
        """What differs between a new generation (0: the latest) and the one it replaces; one page."""
        request = pb.DiffProjectionRequest(name=name, generation=generation, page_size=page_size, page_token=page_token)
        return await self._ask(self._projections.DiffProjection, request, self._token)

    async def switch_projection(self, name: str) -> pb.Projection:
        """Lets the new generation serve."""
        request = pb.SwitchProjectionRequest(name=name)
        return (await self._ask(self._projections.SwitchProjection, request, self._token)).projection

    async def drop_projection(self, name: str, *, generation: int = 0) -> pb.Projection:
        """Removes a generation that does not serve; 0 for all of them."""
        request = pb.DropProjectionRequest(name=name, generation=generation)
        return (await self._ask(self._projections.DropProjection, request, self._token)).projection

    async def resume_projection(self, name: str) -> pb.Projection:
        """Lets a projection that has stopped try again."""
        request = pb.ResumeProjectionRequest(name=name)
        return (await self._ask(self._projections.ResumeProjection, request, self._token)).projection
