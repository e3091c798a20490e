"""Record calls: export, replay, fork, signed heads."""

import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, Final, Protocol

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from clio.client.credentials import Metadata
from clio.client.errors import from_rpc
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

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, bearer: Callable[[str], Metadata]) -> None:
        self._stub: Final[Any] = RecordServiceStub(channel)
        self._ask: Final = ask
        self._bearer: Final = bearer

    async def export(self, match_id: str, token: str = "", *, gzip: bool = False) -> AsyncIterator[bytes]:
        """Exports a match as the bytes of a record file, in parts."""
        request = pb.ExportRecordRequest(match_id=match_id, gzip=gzip)
        async for part in self._stream(self._stub.ExportRecord, request, token):
            yield part.chunk

    async def export_all(
        self,
        *,
        game: str = "",
        status: MatchStatus.ValueType = MatchStatus.MATCH_STATUS_UNSPECIFIED,
        player: str = "",
        update_time_from: datetime | None = None,
        gzip: bool = False,
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """Exports all matching matches; the last part of each is ``complete``."""
        request = pb.ExportRecordsRequest(game=game, status=status, player=player, gzip=gzip)
        if update_time_from is not None:
            stamp = Timestamp()
            stamp.FromDatetime(update_time_from)
            request.update_time_from.CopyFrom(stamp)
        async for part in self._stream(self._stub.ExportRecords, request, ""):
            yield part

    async def replay(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str = "",
        *,
        first: int = 0,
        last: int = 0,
        viewpoint: Viewpoint | None = None,
        views: bool = True,
    ) -> AsyncIterator[pb.ReplayMatchResponse]:
        """Streams events with the view after each, forwards or backwards."""
        request = pb.ReplayMatchRequest(
            match_id=match_id, from_seq=first, to_seq=last, viewpoint=viewpoint, without_views=not views
        )
        async for step in self._stream(self._stub.ReplayMatch, request, token):
            yield step

    async def fork(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        seq: int,
        token: str = "",
        *,
        settings: Mapping[str, Any] | None = None,
        request_id: str = "",
        host_token: str = "",
    ) -> pb.ForkMatchResponse:
        """Opens a new match that continues after an event of another one; ``settings`` are those of a new match."""
        request = pb.ForkMatchRequest(
            match_id=match_id,
            seq=seq,
            request_id=request_id or str(uuid.uuid4()),
            host_token=host_token or secrets.token_urlsafe(32),
            **(settings or {}),
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
        async for part in streamed(call(request, metadata=self._bearer(token) + match_header(request))):
            yield part


async def streamed(stream: Any) -> AsyncIterator[Any]:  # noqa: ANN401 (any stream of the contract)
    """The parts of a stream; it is cancelled when the caller stops reading."""
    try:
        async for part in stream:
            yield part
    except grpc.aio.AioRpcError as error:
        raise from_rpc(error) from error
    finally:
        stream.cancel()
