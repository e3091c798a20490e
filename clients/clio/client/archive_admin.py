"""Operator calls for the archive."""

from collections.abc import Awaitable
from typing import Final

from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.v1 import archive_admin_service_pb2 as pb
from clio.v1.archive_admin_service_pb2_grpc import ArchiveAdminServiceStub


class ArchiveAdminCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, connection: Connection, token: str | None) -> None:
        self._stub: Final = ArchiveAdminServiceStub(connection.channel)
        self._connection: Final = connection
        self._token: Final = token

    def list_imports(
        self, *, page_size: int | None = None, timeout: float | None = None
    ) -> Paged[pb.Import, pb.ListImportsResponse]:
        """All imports with their importers, the latest first."""

        def fetch(page_token: str) -> Awaitable[pb.ListImportsResponse]:
            request = pb.ListImportsRequest(page_size=page_size or 0, page_token=page_token)
            return self._connection.ask(self._stub.ListImports, request, self._token, timeout=timeout)

        return Paged(fetch, lambda page: page.imports, lambda page: page.next_page_token)

    async def delete(
        self, match_id: str, signer_key: bytes | None = None, *, timeout: float | None = None
    ) -> pb.Import:
        """Removes the record of a match; ``signer_key`` names its signer where there are several."""
        request = pb.DeleteArchivedRecordRequest(match_id=match_id, signer_key=signer_key or b"")
        answer = await self._connection.ask(self._stub.DeleteArchivedRecord, request, self._token, timeout=timeout)
        return answer.removed
