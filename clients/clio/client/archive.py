"""What an operator asks of a server's archive."""

from collections.abc import AsyncIterator
from typing import Final

import grpc.aio

from clio.client.projections import Ask
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub


class ArchiveCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, token: str) -> None:
        self._stub: Final = ArchiveServiceStub(channel)
        self._ask: Final = ask
        self._token: Final = token

    async def all(self) -> AsyncIterator[pb.ArchivedRecord]:
        """All records from elsewhere with their importers, the latest imports first."""
        request = pb.ListArchivedRecordsRequest(page_size=500)
        while True:
            page = await self._ask(self._stub.ListArchivedRecords, request, self._token)
            for record in page.records:
                yield record
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def delete(self, match_id: str, key: bytes = b"") -> pb.ArchivedRecord:
        """Removes the record of a match; ``key`` names its signer where there are several."""
        request = pb.DeleteArchivedRecordRequest(match_id=match_id, key=key)
        return (await self._ask(self._stub.DeleteArchivedRecord, request, self._token)).record
