"""Archive calls: import, list, export, replay and fork of records from elsewhere."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, Final

from clio.client import identifiers
from clio.client.connection import Connection, checked_timeout
from clio.client.first_status import answer_to
from clio.client.match_settings import MatchSettings
from clio.client.pages import Paged
from clio.client.retry import repeated
from clio.client.timestamps import timestamp
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.match_pb2 import MatchStatus
from clio.v1.view_pb2 import Viewpoint

_PART_BYTES: Final = 32 * 1024


class ArchiveCalls:
    """The calls of ArchiveService; part of a ``Client``. ``signer_key`` is needed where several signed a match.

    The ``timeout`` of a stream is the longest time between parts.
    """

    def __init__(self, connection: Connection) -> None:
        self._stub: Final[Any] = ArchiveServiceStub(connection.channel)
        self._connection: Final = connection

    async def import_record(
        self, parts: Iterable[bytes], source: str | None = None, *, timeout: float | None = None
    ) -> pb.ImportRecordResponse:
        """Imports a record into the server's archive, in parts. Without ``timeout`` it may take as long as it takes."""
        content = tuple(parts)
        seconds = None if timeout is None else checked_timeout(timeout)

        async def requests() -> AsyncIterator[pb.ImportRecordRequest]:
            for part in content:
                for start in range(0, len(part), _PART_BYTES):
                    yield pb.ImportRecordRequest(chunk=part[start : start + _PART_BYTES], source=source or "")

        ask: Callable[[], Awaitable[pb.ImportRecordResponse]] = lambda: answer_to(  # noqa: E731 (typed)
            self._stub.ImportRecord(requests(), timeout=seconds, metadata=self._connection.metadata())
        )
        return await repeated(ask, self._connection.retries)

    async def upload_record(
        self, content: bytes, source: str | None = None, *, timeout: float | None = None
    ) -> pb.UploadRecordResponse:
        """Imports a record that fits into one message."""
        request = pb.UploadRecordRequest(content=content, source=source or "")
        answer: pb.UploadRecordResponse = await self._connection.ask(self._stub.UploadRecord, request, timeout=timeout)
        return answer

    async def verify_record(self, content: bytes, *, timeout: float | None = None) -> pb.VerifyRecordResponse:
        """Verifies a record at all four levels by the server's rules; the server keeps nothing of it."""
        request = pb.VerifyRecordRequest(content=content)
        answer: pb.VerifyRecordResponse = await self._connection.ask(self._stub.VerifyRecord, request, timeout=timeout)
        return answer

    def list_records(
        self, game: str | None = None, *, page_size: int | None = None, timeout: float | None = None
    ) -> Paged[pb.ArchivedRecord, pb.ListArchivedRecordsResponse]:
        """The archive, latest imports first."""

        def fetch(page_token: str) -> Awaitable[pb.ListArchivedRecordsResponse]:
            request = pb.ListArchivedRecordsRequest(game=game or "", page_size=page_size or 0, page_token=page_token)
            return self._connection.ask(self._stub.ListArchivedRecords, request, timeout=timeout)

        return Paged(fetch, lambda page: page.records, lambda page: page.next_page_token)

    async def export(
        self, match_id: str, *, signer_key: bytes | None = None, gzip: bool = False, timeout: float | None = None
    ) -> AsyncIterator[bytes]:
        """Exports a record as the bytes of its file, in parts."""
        request = pb.ExportArchivedRecordRequest(match_id=match_id, signer_key=signer_key or b"", gzip=gzip)
        async for part in self._connection.stream(self._stub.ExportArchivedRecord, request, timeout=timeout):
            yield part.chunk

    async def export_all(  # noqa: PLR0913 (one for each field of the request)
        self,
        *,
        game: str | None = None,
        status: MatchStatus.ValueType | None = None,
        player: str | None = None,
        update_time_from: datetime | None = None,
        gzip: bool = False,
        timeout: float | None = None,
    ) -> AsyncIterator[pb.ExportArchivedRecordsResponse]:
        """Exports all matching records; the last part of each is ``complete``."""
        request = pb.ExportArchivedRecordsRequest(
            game=game or "",
            status=status or MatchStatus.MATCH_STATUS_UNSPECIFIED,
            player=player or "",
            update_time_from=timestamp(update_time_from),
            gzip=gzip,
        )
        async for part in self._connection.stream(self._stub.ExportArchivedRecords, request, timeout=timeout):
            yield part

    async def replay(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        *,
        signer_key: bytes | None = None,
        first: int | None = None,
        last: int | None = None,
        viewpoint: Viewpoint | None = None,
        views: bool = True,
        timeout: float | None = None,
    ) -> AsyncIterator[pb.ReplayArchivedRecordResponse]:
        """Streams events with the view after each, forwards or backwards."""
        request = pb.ReplayArchivedRecordRequest(
            match_id=match_id,
            signer_key=signer_key or b"",
            from_seq=first or 0,
            to_seq=last or 0,
            viewpoint=viewpoint,
            without_views=not views,
        )
        async for step in self._connection.stream(self._stub.ReplayArchivedRecord, request, timeout=timeout):
            yield step

    async def fork(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        seq: int | None = None,
        *,
        signer_key: bytes | None = None,
        settings: MatchSettings | None = None,
        request_id: str | None = None,
        host_token: str | None = None,
        timeout: float | None = None,
    ) -> pb.ForkArchivedRecordResponse:
        """Opens a new match that continues after an event of an archived one, or after the last that can be forked."""
        request = pb.ForkArchivedRecordRequest(
            match_id=match_id,
            signer_key=signer_key or b"",
            seq=seq or 0,
            request_id=request_id or identifiers.new_request_id(),
            host_token=host_token or identifiers.new_token(),
            **(settings or MatchSettings()).fields(),
        )
        answer: pb.ForkArchivedRecordResponse = await self._connection.ask(
            self._stub.ForkArchivedRecord, request, timeout=timeout
        )
        return answer
