"""The record of one match: of a match on the server, or of one in its archive."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TypeAlias

from clio.client.client import Client
from clio.v1.archive_service_pb2 import ForkArchivedRecordResponse, ReplayArchivedRecordResponse
from clio.v1.record_service_pb2 import ForkMatchResponse, ReplayMatchResponse
from clio.v1.view_pb2 import Viewpoint

ReplayStep: TypeAlias = ReplayMatchResponse | ReplayArchivedRecordResponse


@dataclass(frozen=True, slots=True)
class RecordSource:
    """Calls RecordService, or ArchiveService for an archived record; ``signer_key`` names the signer of one."""

    client: Client
    match_id: str
    token: str = ""
    archived: bool = False
    signer_key: bytes = b""

    def replay(
        self, first: int = 0, last: int = 0, viewpoint: Viewpoint | None = None
    ) -> AsyncIterator[ReplayMatchResponse] | AsyncIterator[ReplayArchivedRecordResponse]:
        """Streams events with the view after each."""
        if self.archived:
            return self.client.archive.replay(
                self.match_id, signer_key=self.signer_key, first=first, last=last, viewpoint=viewpoint
            )
        return self.client.records.replay(self.match_id, self.token, first=first, last=last, viewpoint=viewpoint)

    def export(self, *, gzip: bool = False) -> AsyncIterator[bytes]:
        """Exports the record file in parts."""
        if self.archived:
            return self.client.archive.export(self.match_id, signer_key=self.signer_key, gzip=gzip)
        return self.client.records.export(self.match_id, self.token, gzip=gzip)

    async def fork(self, seq: int, host_token: str) -> ForkMatchResponse | ForkArchivedRecordResponse:
        """Opens a match that continues after an event."""
        if self.archived:
            return await self.client.archive.fork(self.match_id, seq, signer_key=self.signer_key, host_token=host_token)
        return await self.client.records.fork(self.match_id, seq, self.token, host_token=host_token)
