"""Record calls: export, replay, fork, signed heads."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Final

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.match_settings import MatchSettings
from clio.client.pages import Paged
from clio.client.timestamps import timestamp
from clio.v1 import record_service_pb2 as pb
from clio.v1.match_pb2 import MatchStatus, SignedHead
from clio.v1.record_service_pb2_grpc import RecordServiceStub
from clio.v1.view_pb2 import Viewpoint


class Records:
    """The calls of RecordService; part of a ``Client``. A stream's ``timeout`` is the longest time between parts."""

    def __init__(self, connection: Connection) -> None:
        self._stub: Final[Any] = RecordServiceStub(connection.channel)
        self._connection: Final = connection

    async def export(
        self, match_id: str, token: str | None = None, *, gzip: bool = False, timeout: float | None = None
    ) -> AsyncIterator[bytes]:
        """Exports a match as the bytes of a record file, in parts."""
        request = pb.ExportRecordRequest(match_id=match_id, gzip=gzip)
        async for part in self._connection.stream(self._stub.ExportRecord, request, token, timeout=timeout):
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
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        """Exports all matching matches; the last part of each is ``complete``."""
        request = pb.ExportRecordsRequest(
            game=game or "",
            status=status or MatchStatus.MATCH_STATUS_UNSPECIFIED,
            player=player or "",
            update_time_from=timestamp(update_time_from),
            gzip=gzip,
        )
        async for part in self._connection.stream(self._stub.ExportRecords, request, timeout=timeout):
            yield part

    async def replay(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        token: str | None = None,
        *,
        first: int | None = None,
        last: int | None = None,
        viewpoint: Viewpoint | None = None,
        views: bool = True,
        timeout: float | None = None,
    ) -> AsyncIterator[pb.ReplayMatchResponse]:
        """Streams events with the view after each, forwards or backwards."""
        request = pb.ReplayMatchRequest(
            match_id=match_id, from_seq=first or 0, to_seq=last or 0, viewpoint=viewpoint, without_views=not views
        )
        async for step in self._connection.stream(self._stub.ReplayMatch, request, token, timeout=timeout):
            yield step

    async def fork(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        seq: int | None = None,
        token: str | None = None,
        *,
        settings: MatchSettings | None = None,
        request_id: str | None = None,
        host_token: str | None = None,
        timeout: float | None = None,
    ) -> pb.ForkMatchResponse:
        """Opens a new match that continues after an event of another one, or after the last that can be forked."""
        request = pb.ForkMatchRequest(
            match_id=match_id,
            seq=seq or 0,
            request_id=request_id or identifiers.new_request_id(),
            host_token=host_token or identifiers.new_token(),
            **(settings or MatchSettings()).fields(),
        )
        answer: pb.ForkMatchResponse = await self._connection.ask(self._stub.ForkMatch, request, token, timeout=timeout)
        return answer

    async def head(
        self,
        match_id: str,
        known_seq: int | None = None,
        known_digest: bytes | None = None,
        *,
        timeout: float | None = None,
    ) -> SignedHead:
        """Fetches the signed head; raises IntegrityError if the known head is not part of its history."""
        request = pb.GetHeadRequest(match_id=match_id, known_seq=known_seq or 0, known_digest=known_digest or b"")
        answer: pb.GetHeadResponse = await self._connection.ask(self._stub.GetHead, request, timeout=timeout)
        return answer.head

    def list_head_keys(self, *, timeout: float | None = None) -> Paged[pb.HeadKey, pb.ListHeadKeysResponse]:
        """The server's signing keys, the active one first."""
        return Paged.short(
            lambda: self._connection.ask(self._stub.ListHeadKeys, pb.ListHeadKeysRequest(), timeout=timeout),
            lambda page: page.keys,
        )
