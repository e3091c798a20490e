"""Archive calls: import, list, export, replay and fork of records from elsewhere."""

import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, Final

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from clio.client.credentials import Metadata
from clio.client.records import PART, Ask, streamed
from clio.client.retry import RetryPolicy, repeated
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.match_pb2 import MatchStatus
from clio.v1.view_pb2 import Viewpoint


class ArchiveCalls:
    """The calls of ArchiveService; part of a ``Client``. ``signer_key`` is needed where several signed a match."""

    def __init__(
        self, channel: grpc.aio.Channel, ask: Ask, bearer: Callable[[str], Metadata], retries: RetryPolicy
    ) -> None:
        self._stub: Final[Any] = ArchiveServiceStub(channel)
        self._ask: Final = ask
        self._bearer: Final = bearer
        self._retries: Final = retries

    async def import_record(self, parts: Iterable[bytes], source: str = "") -> pb.ImportRecordResponse:
        """Imports a record into the server's archive."""
        content = tuple(parts)

        async def requests() -> AsyncIterator[pb.ImportRecordRequest]:
            for part in content:
                for start in range(0, len(part), PART):
                    yield pb.ImportRecordRequest(chunk=part[start : start + PART], source=source)

        ask: Callable[[], Awaitable[pb.ImportRecordResponse]] = lambda: self._stub.ImportRecord(  # noqa: E731 (typed)
            requests(), metadata=self._bearer("")
        )
        return await repeated(ask, self._retries)

    async def all(self, game: str = "") -> AsyncIterator[pb.ArchivedRecord]:
        """Lists the archive, latest imports first."""
        request = pb.ListArchivedRecordsRequest(game=game, page_size=500)
        while True:
            page: pb.ListArchivedRecordsResponse = await self._ask(self._stub.ListArchivedRecords, request)
            for record in page.records:
                yield record
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def export(self, match_id: str, *, signer_key: bytes = b"", gzip: bool = False) -> AsyncIterator[bytes]:
        """Exports a record as the bytes of its file, in parts."""
        request = pb.ExportArchivedRecordRequest(match_id=match_id, signer_key=signer_key, gzip=gzip)
        async for part in streamed(self._stub.ExportArchivedRecord(request, metadata=self._bearer(""))):
            yield part.chunk

    async def export_all(
        self,
        *,
        game: str = "",
        status: MatchStatus.ValueType = MatchStatus.MATCH_STATUS_UNSPECIFIED,
        player: str = "",
        update_time_from: datetime | None = None,
        gzip: bool = False,
    ) -> AsyncIterator[pb.ExportArchivedRecordsResponse]:
        """Exports all matching records; the last part of each is ``complete``."""
        request = pb.ExportArchivedRecordsRequest(game=game, status=status, player=player, gzip=gzip)
        if update_time_from is not None:
            stamp = Timestamp()
            stamp.FromDatetime(update_time_from)
            request.update_time_from.CopyFrom(stamp)
        async for part in streamed(self._stub.ExportArchivedRecords(request, metadata=self._bearer(""))):
            yield part

    async def replay(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        *,
        signer_key: bytes = b"",
        first: int = 0,
        last: int = 0,
        viewpoint: Viewpoint | None = None,
        views: bool = True,
    ) -> AsyncIterator[pb.ReplayArchivedRecordResponse]:
        """Streams events with the view after each, forwards or backwards."""
        request = pb.ReplayArchivedRecordRequest(
            match_id=match_id,
            signer_key=signer_key,
            from_seq=first,
            to_seq=last,
            viewpoint=viewpoint,
            without_views=not views,
        )
        async for step in streamed(self._stub.ReplayArchivedRecord(request, metadata=self._bearer(""))):
            yield step

    async def fork(
        self, match_id: str, seq: int, *, signer_key: bytes = b"", request_id: str = "", host_token: str = ""
    ) -> pb.ForkArchivedRecordResponse:
        """Opens a new match that continues after an event of an archived one."""
        request = pb.ForkArchivedRecordRequest(
            match_id=match_id,
            signer_key=signer_key,
            seq=seq,
            request_id=request_id or str(uuid.uuid4()),
            host_token=host_token or secrets.token_urlsafe(32),
        )
        answer: pb.ForkArchivedRecordResponse = await self._ask(self._stub.ForkArchivedRecord, request)
        return answer
