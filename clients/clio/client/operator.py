"""Operator calls: projections, API keys, the archive and backups."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import grpc
import grpc.aio

from clio.client.api_keys import ApiKeyCalls
from clio.client.archive_admin import ArchiveAdminCalls
from clio.client.credentials import Metadata
from clio.client.errors import UnreachableError, from_rpc
from clio.client.player_names import PlayerNameCalls
from clio.client.projections import Ask
from clio.v1 import backup_service_pb2
from clio.v1 import projection_service_pb2 as pb
from clio.v1.backup_service_pb2_grpc import BackupServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub

CONNECT_SECONDS: Final = 10.0


class OperatorCalls:
    """Calls that carry the operator's token; empty where the connection's key has the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, metadata: Callable[[str], Metadata], token: str) -> None:
        self._projections: Final = ProjectionServiceStub(channel)
        self._backups: Final[Any] = BackupServiceStub(channel)
        self._channel: Final = channel
        self._ask: Final = ask
        self._metadata: Final = metadata
        self._token: Final = token
        self.keys: Final = ApiKeyCalls(channel, ask, token)
        self.archive: Final = ArchiveAdminCalls(channel, ask, token)
        self.names: Final = PlayerNameCalls(channel, ask, token)

    async def create_backup(
        self, *, allow_plain: bool = False
    ) -> AsyncIterator[backup_service_pb2.CreateBackupResponse]:
        """Streams a backup in parts; it is complete if the last part has the summary."""
        request = backup_service_pb2.CreateBackupRequest(allow_plain=allow_plain)
        await self._connected()
        stream = self._backups.CreateBackup(request, metadata=self._metadata(self._token))
        try:
            async for part in stream:
                yield part
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error
        finally:
            stream.cancel()

    async def _connected(self) -> None:
        """A stream is not tried again as other calls are: over a slow network the first attempts to connect fail."""
        try:
            await asyncio.wait_for(self._channel.channel_ready(), CONNECT_SECONDS)
        except TimeoutError as error:
            unavailable = grpc.StatusCode.UNAVAILABLE
            raise UnreachableError(unavailable, unavailable.name, "The server cannot be reached.") from error

    async def list_projections(self) -> pb.ListProjectionsResponse:
        """Lists all projections with their generations."""
        return await self._ask(self._projections.ListProjections, pb.ListProjectionsRequest(), self._token)

    async def rebuild_projection(self, name: str, *, hold: bool = False) -> pb.Projection:
        """Starts a rebuild of a projection; with ``hold`` it waits for the switch."""
        request = pb.RebuildProjectionRequest(projection=name, hold=hold)
        return (await self._ask(self._projections.RebuildProjection, request, self._token)).projection

    async def diff_projection(
        self, name: str, *, generation: int = 0, page_size: int = 0, page_token: str = ""
    ) -> pb.DiffProjectionResponse:
        """What differs between a new generation (0: the latest) and the one it replaces; one page."""
        request = pb.DiffProjectionRequest(
            projection=name, generation=generation, page_size=page_size, page_token=page_token
        )
        return await self._ask(self._projections.DiffProjection, request, self._token)

    async def switch_projection(self, name: str) -> pb.Projection:
        """Switches to the new generation."""
        request = pb.SwitchProjectionRequest(projection=name)
        return (await self._ask(self._projections.SwitchProjection, request, self._token)).projection

    async def drop_projection(self, name: str, *, generation: int = 0) -> pb.Projection:
        """Removes a generation that is not in use; 0 for all of them."""
        request = pb.DropProjectionRequest(projection=name, generation=generation)
        return (await self._ask(self._projections.DropProjection, request, self._token)).projection

    async def resume_projection(self, name: str) -> pb.Projection:
        """Resumes a projection that has stopped."""
        request = pb.ResumeProjectionRequest(projection=name)
        return (await self._ask(self._projections.ResumeProjection, request, self._token)).projection
