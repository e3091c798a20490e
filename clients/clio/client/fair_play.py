"""Calls of fair play: claims of time, consent, and what a director does."""

import uuid
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

from google.protobuf.duration_pb2 import Duration

from clio.v1 import fair_play_service_pb2 as pb
from clio.v1.fair_play_pb2 import Agreement
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.match_pb2 import Match

Ask = Callable[..., Awaitable[Any]]


class FairPlayCalls:
    """Every call returns the match after it."""

    def __init__(self, stub: FairPlayServiceStub, ask: Ask) -> None:
        self._stub: Final = stub
        self._ask: Final = ask

    async def claim_time(self, match_id: str, token: str, *, seat: int | None = None, request_id: str = "") -> Match:
        """Has a fallen flag recorded, or with ``seat`` a silent seat as abandoned."""
        request = pb.ClaimTimeRequest(match_id=match_id, seat=seat, request_id=request_id or _new_id())
        return await self._match(self._stub.ClaimTime, request, token)

    async def consent(
        self, match_id: str, to: Agreement.ValueType, reason: str, token: str, *, request_id: str = ""
    ) -> Match:
        """Agrees to abort, pause or resume the match."""
        request = pb.GiveConsentRequest(match_id=match_id, to=to, reason=reason, request_id=request_id or _new_id())
        return await self._match(self._stub.GiveConsent, request, token)

    async def direct(
        self, match_id: str, to: Agreement.ValueType, reason: str, token: str, *, request_id: str = ""
    ) -> Match:
        """Pauses, resumes or voids the match, with the host token of a match that has a director."""
        request = pb.DirectMatchRequest(match_id=match_id, to=to, reason=reason, request_id=request_id or _new_id())
        return await self._match(self._stub.DirectMatch, request, token)

    async def add_time(  # noqa: PLR0913 (one for each field of the request)
        self, match_id: str, seat: int, time: timedelta, reason: str, token: str, *, request_id: str = ""
    ) -> Match:
        """Gives a seat more time, with the host token of a match that has a director."""
        duration = Duration()
        duration.FromTimedelta(time)
        request = pb.AddTimeRequest(
            match_id=match_id, seat=seat, duration=duration, reason=reason, request_id=request_id or _new_id()
        )
        return await self._match(self._stub.AddTime, request, token)

    async def _match(self, call: Any, request: Any, token: str) -> Match:  # noqa: ANN401 (one of the stub's calls)
        match: Match = (await self._ask(call, request, token)).match
        return match


def _new_id() -> str:
    return uuid.uuid4().hex
