"""Record calls: export, import, replay, fork, signed heads."""

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, Final, Protocol

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from clio.client.credentials import Metadata
from clio.client.errors import from_rpc
from clio.client.retry import RetryPolicy, repeated
from clio.client.routing import match_header
from clio.v1 import record_service_pb2 as pb
from clio.v1.match_pb2 import MatchStatus, SignedHead
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.view_pb2 import Viewpoint

PART: Final = 32 * 1024


class Ask(Protocol):
    """A call with one answer, with the client's deadline, retries and token."""

    def __call__(self, call: Any, request: Any, token: str = "") -> Awaitable[Any]:  # noqa: ANN401 (any call of the contract)
        """Calls."""


class Records:
    """The calls of RecordService; part of a ``Client``."""

    def __init__(
        self, channel: grpc.aio.Channel, ask: Ask, bearer: Callable[[str], Metadata], retries: RetryPolicy
    ) -> None:
        self._stub: Final[Any] = RecordServiceStub(channel)
        self._ask: Final = ask
        self._bearer: Final = bearer
        self._retries: Final = retries

    async def export(
        self, match_id: str, token: str = "", *, archived: bool = False, gzip: bool = False, key: bytes = b""
    ) -> AsyncIterator[bytes]:
        """Exports a match as the bytes of a record file, in parts; ``key`` names the signer of an archived one."""
        request = pb.ExportRecordRequest(match_id=match_id, archived=archived, gzip=gzip, key=key)
        async for part in self._stream(self._stub.ExportRecord, request, token):
            yield part.chunk

    async def export_all(  # noqa: PLR0913 (one for each filter)
        self,
        *,
        game: str = "",
        status: MatchStatus.ValueType = MatchStatus.MATCH_STATUS_UNSPECIFIED,
        player: str = "",
        since: datetime | None = None,
        archived: bool = False,
        gzip: bool = False,
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """Exports all matching matches; the last part of each is ``complete``."""
        request = pb.ExportRecordsRequest(game=game, status=status, player=player, archived=archived, gzip=gzip)
        if since is not None:
            stamp = Timestamp()
            stamp.FromDatetime(since)
            request.since.CopyFrom(stamp)
        async for part in self._stream(self._stub.ExportRecords, request, ""):
            yield part

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

    async def archive(self, game: str = "") -> AsyncIterator[pb.ArchivedMatch]:
        """Lists the archive, latest imports first."""
        request = pb.ListArchiveRequest(game=game, page_size=500)
        while True:
            page: pb.ListArchiveResponse = await self._ask(self._stub.ListArchive, request)
            for archived in page.matches:
                yield archived
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def replay(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str = "",
        *,
        first: int = 0,
        last: int = 0,
        viewpoint: Viewpoint | None = None,
        archived: bool = False,
        views: bool = True,
        key: bytes = b"",
    ) -> AsyncIterator[pb.ReplayMatchResponse]:
        """Streams events with the view after each, forwards or backwards."""
        request = pb.ReplayMatchRequest(
            match_id=match_id,
            archived=archived,
            from_seq=first,
            to_seq=last,
            viewpoint=viewpoint,
            without_views=not views,
            key=key,
        )
        async for step in self._stream(self._stub.ReplayMatch, request, token):
            yield step

    async def fork(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        seq: int,
        token: str = "",
        *,
        archived: bool = False,
        request_id: str = "",
        host_token: str = "",
        key: bytes = b"",
    ) -> pb.ForkMatchResponse:
        """Opens a new match that continues after an event of another one."""
        request = pb.ForkMatchRequest(
            match_id=match_id,
            archived=archived,
            seq=seq,
            request_id=request_id or str(uuid.uuid4()),
            host_token=host_token,
            key=key,
        )
        answer: pb.ForkMatchResponse = await self._ask(self._stub.ForkMatch, request, token)
        return answer

    async def head(self, match_id: str, known_seq: int = 0, known_digest: bytes = b"") -> SignedHead:
        """Fetches the signed head; raises HistoryError if the known head is not part of its history."""
        request = pb.GetHeadRequest(match_id=match_id, known_seq=known_seq, known_digest=known_digest)
        answer: pb.GetHeadResponse = await self._ask(self._stub.GetHead, request)
        return answer.head

    async def keys(self) -> list[pb.HeadKey]:
        """The server's signing keys, the active one first."""
        answer: pb.ListHeadKeysResponse = await self._ask(self._stub.ListHeadKeys, pb.ListHeadKeysRequest())
        return list(answer.keys)

    async def _stream(self, call: Any, request: Any, token: str) -> AsyncIterator[Any]:  # noqa: ANN401 (any stream of the contract)
        stream = call(request, metadata=self._bearer(token) + match_header(request))
        try:
            async for part in stream:
                yield part
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error
        finally:
            stream.cancel()
