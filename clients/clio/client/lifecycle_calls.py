"""Calls that open, fill and end a match."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.match_settings import MatchSettings
from clio.client.readiness import Readiness
from clio.v1 import match_service_pb2 as pb
from clio.v1.fair_play_pb2 import FairPlaySettings
from clio.v1.match_pb2 import Match

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub


class LifecycleCalls:
    """Part of a ``Client``. A request id is made where none is given; with it a call can be repeated."""

    _connection: Connection
    _matches: "MatchServiceAsyncStub"
    readiness: Readiness

    async def open_match(  # noqa: PLR0913 (one for each field of the request)
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        settings: MatchSettings | None = None,
        request_id: str | None = None,
        host_token: str | None = None,
        fair_play: FairPlaySettings | None = None,
        timeout: float | None = None,
    ) -> pb.OpenMatchResponse:
        """Opens a match (default: the game's smallest number of seats above one); the answer has the host token.

        ``fair_play`` has clock, readiness and roles.
        """
        request = pb.OpenMatchRequest(
            game=game,
            seats=seats or 0,
            options=options,
            request_id=request_id or identifiers.new_request_id(),
            host_token=host_token or identifiers.new_token(),
            fair_play=fair_play,
            **(settings or MatchSettings()).fields(),
        )
        return await self._connection.ask(self._matches.OpenMatch, request, timeout=timeout)

    async def join_match(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        name: str,
        seat: int | None = None,
        *,
        entropy: bytes | None = None,
        request_id: str | None = None,
        seat_token: str | None = None,
        timeout: float | None = None,
    ) -> pb.JoinMatchResponse:
        """Takes a seat, or the first free one; the answer holds its number and its token.

        ``entropy`` is the seat's part in the match's chance: 32 random bytes unless given, none if empty. Where the
        match takes commitments, it is revealed when all seats are taken, or at the next use of the match.
        """
        request = pb.JoinMatchRequest(
            match_id=match_id,
            name=name,
            seat=seat,
            request_id=request_id or identifiers.new_request_id(),
            seat_token=seat_token or identifiers.new_token(),
        )
        return await self.readiness.join(request, entropy, timeout=timeout)

    async def leave_match(
        self, match_id: str, token: str | None = None, *, request_id: str | None = None, timeout: float | None = None
    ) -> Match:
        """Leaves a seat before the match starts."""
        request = pb.LeaveMatchRequest(match_id=match_id, request_id=request_id or identifiers.new_request_id())
        return (await self._connection.ask(self._matches.LeaveMatch, request, token, timeout=timeout)).match

    async def resign_match(
        self, match_id: str, token: str | None = None, *, request_id: str | None = None, timeout: float | None = None
    ) -> Match:
        """Resigns."""
        request = pb.ResignMatchRequest(match_id=match_id, request_id=request_id or identifiers.new_request_id())
        return (await self._connection.ask(self._matches.ResignMatch, request, token, timeout=timeout)).match

    async def rotate_token(
        self,
        match_id: str,
        token: str,
        *,
        request_id: str | None = None,
        new_token: str | None = None,
        timeout: float | None = None,
    ) -> pb.RotateTokenResponse:
        """Replaces a seat's or the host's token; the old one stops working."""
        request = pb.RotateTokenRequest(
            match_id=match_id,
            request_id=request_id or identifiers.new_request_id(),
            new_token=new_token or identifiers.new_token(),
        )
        rotated = await self._connection.ask(self._matches.RotateToken, request, token, timeout=timeout)
        self.readiness.rotated(match_id, token, rotated.new_token)
        return rotated

    async def abort_match(
        self,
        match_id: str,
        reason: str,
        token: str | None = None,
        *,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Match:
        """Ends a match without a result; needs the host token, or the API key that has opened the match."""
        request = pb.AbortMatchRequest(
            match_id=match_id, reason=reason, request_id=request_id or identifiers.new_request_id()
        )
        return (await self._connection.ask(self._matches.AbortMatch, request, token, timeout=timeout)).match
