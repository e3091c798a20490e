"""Calls of fair play: claims of time, consent, and what a director does."""

from datetime import timedelta
from typing import Any, Final

from google.protobuf.duration_pb2 import Duration

from clio.client import identifiers
from clio.client.connection import Connection
from clio.v1 import fair_play_service_pb2 as pb
from clio.v1.fair_play_pb2 import Agreement
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.match_pb2 import Match


class FairPlayCalls:
    """Every call returns the match after it."""

    def __init__(self, connection: Connection) -> None:
        self._stub: Final = FairPlayServiceStub(connection.channel)
        self._connection: Final = connection

    async def claim_time(
        self,
        match_id: str,
        token: str | None = None,
        *,
        seat: int | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Has a fallen flag recorded, or with ``seat`` a silent seat as abandoned."""
        request = pb.ClaimTimeRequest(match_id=match_id, seat=seat, request_id=_given_or_new(request_id))
        return await self._match(self._stub.ClaimTime, request, token, timeout)

    async def consent(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        to: Agreement.ValueType,
        reason: str,
        token: str | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Agrees to abort, pause or resume the match."""
        request = pb.GiveConsentRequest(match_id=match_id, to=to, reason=reason, request_id=_given_or_new(request_id))
        return await self._match(self._stub.GiveConsent, request, token, timeout)

    async def direct(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        to: Agreement.ValueType,
        reason: str,
        token: str | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Pauses, resumes or voids the match, with the host token of a match that has a director."""
        request = pb.DirectMatchRequest(match_id=match_id, to=to, reason=reason, request_id=_given_or_new(request_id))
        return await self._match(self._stub.DirectMatch, request, token, timeout)

    async def add_time(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        seat: int,
        time: timedelta,
        reason: str,
        token: str | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Gives a seat more time, with the host token of a match that has a director."""
        duration = Duration()
        duration.FromTimedelta(time)
        request = pb.AddTimeRequest(
            match_id=match_id, seat=seat, duration=duration, reason=reason, request_id=_given_or_new(request_id)
        )
        return await self._match(self._stub.AddTime, request, token, timeout)

    async def _match(
        self,
        call: Any,  # noqa: ANN401 (one of the stub's calls)
        request: Any,  # noqa: ANN401
        token: str | None,
        timeout: float | None,
    ) -> Match:
        match: Match = (await self._connection.ask(call, request, token, timeout=timeout)).match
        return match


def _given_or_new(request_id: str | None) -> str:
    return request_id or identifiers.new_request_id()
