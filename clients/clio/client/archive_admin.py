"""Operator calls for the archive."""

from collections.abc import AsyncIterator
from typing import Final

import grpc.aio

from clio.client.projections import Ask
from clio.v1 import archive_admin_service_pb2 as pb
from clio.v1.archive_admin_service_pb2_grpc import ArchiveAdminServiceStub


class ArchiveAdminCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, token: str) -> None:
        self._stub: Final = ArchiveAdminServiceStub(channel)
        self._ask: Final = ask
        self._token: Final = token

    async def all(self) -> AsyncIterator[pb.Import]:
        """All imports with their importers, the latest first."""
        request = pb.ListImportsRequest(page_size=500)
        while True:
            page = await self._ask(self._stub.ListImports, request, self._token)
            for each in page.imports:
                yield each
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def delete(self, match_id: str, signer_key: bytes = b"") -> pb.Import:
        """Removes the record of a match; ``signer_key`` names its signer where there are several."""
        request = pb.DeleteArchivedRecordRequest(match_id=match_id, signer_key=signer_key)
        return (await self._ask(self._stub.DeleteArchivedRecord, request, self._token)).removed
