"""Operator calls: projections, API keys, the archive and backups."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any, Final

from clio.client.api_keys import ApiKeyCalls
from clio.client.archive_admin import ArchiveAdminCalls
from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.client.player_names import PlayerNameCalls
from clio.v1 import backup_service_pb2
from clio.v1 import projection_service_pb2 as pb
from clio.v1.backup_service_pb2_grpc import BackupServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub


class OperatorCalls:
    """Calls that carry the operator's token; None where the connection's key has the scope admin."""

    def __init__(self, connection: Connection, token: str | None = None) -> None:
        self._projections: Final = ProjectionServiceStub(connection.channel)
        self._backups: Final[Any] = BackupServiceStub(connection.channel)
        self._connection: Final = connection
        self._token: Final = token
        self.keys: Final = ApiKeyCalls(connection, token)
        self.archive: Final = ArchiveAdminCalls(connection, token)
        self.names: Final = PlayerNameCalls(connection, token)

    async def create_backup(
        self, *, allow_plain: bool = False, timeout: float | None = None
    ) -> AsyncIterator[backup_service_pb2.CreateBackupResponse]:
        """Streams a backup in parts; it is complete if the last part has the summary."""
        request = backup_service_pb2.CreateBackupRequest(allow_plain=allow_plain)
        await self._connection.connected(timeout)
        async for part in self._connection.stream(self._backups.CreateBackup, request, self._token, timeout=timeout):
            yield part

    def list_projections(self, *, timeout: float | None = None) -> Paged[pb.Projection, pb.ListProjectionsResponse]:
        """All projections with their generations; ``first_page()`` also has the position of the log."""
        request = pb.ListProjectionsRequest()
        return Paged.short(
            lambda: self._connection.ask(self._projections.ListProjections, request, self._token, timeout=timeout),
            lambda page: page.projections,
        )

    async def rebuild_projection(self, name: str, *, hold: bool = False, timeout: float | None = None) -> pb.Projection:
        """Starts a rebuild of a projection; with ``hold`` it waits for the switch."""
        request = pb.RebuildProjectionRequest(projection=name, hold=hold)
        call = self._projections.RebuildProjection
        return (await self._connection.ask(call, request, self._token, timeout=timeout)).projection

    def diff_projection(
        self, name: str, *, generation: int | None = None, page_size: int | None = None, timeout: float | None = None
    ) -> Paged[pb.Difference, pb.DiffProjectionResponse]:
        """What differs between a new generation (default: the latest) and the one it replaces."""

        def fetch(page_token: str) -> Awaitable[pb.DiffProjectionResponse]:
            request = pb.DiffProjectionRequest(
                projection=name, generation=generation or 0, page_size=page_size or 0, page_token=page_token
            )
            return self._connection.ask(self._projections.DiffProjection, request, self._token, timeout=timeout)

        return Paged(fetch, lambda page: page.differences, lambda page: page.next_page_token)

    async def switch_projection(self, name: str, *, timeout: float | None = None) -> pb.Projection:
        """Switches to the new generation."""
        request = pb.SwitchProjectionRequest(projection=name)
        call = self._projections.SwitchProjection
        return (await self._connection.ask(call, request, self._token, timeout=timeout)).projection

    async def drop_projection(
        self, name: str, *, generation: int | None = None, timeout: float | None = None
    ) -> pb.Projection:
        """Removes a generation that is not in use, or all of them."""
        request = pb.DropProjectionRequest(projection=name, generation=generation or 0)
        call = self._projections.DropProjection
        return (await self._connection.ask(call, request, self._token, timeout=timeout)).projection

    async def resume_projection(self, name: str, *, timeout: float | None = None) -> pb.Projection:
        """Resumes a projection that has stopped."""
        request = pb.ResumeProjectionRequest(projection=name)
        call = self._projections.ResumeProjection
        return (await self._connection.ask(call, request, self._token, timeout=timeout)).projection
