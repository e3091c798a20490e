"""The FairPlayService: readiness, claims of time, consent, and what a director does."""

from typing import Final

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import AddTime, ClaimAbandoned, ClaimDue, Consent, Direct, GetReady
from clio.server import errors
from clio.server.app.authority import holder_with, require_host, seat_with
from clio.server.app.call_context import current_caller, read_request_id
from clio.server.app.command_request import CommandFor
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
from clio.server.codec.fair_play import from_agreement, from_duration
from clio.server.codec.matches import to_message
from clio.server.rpc.caller import Context
from clio.v1 import fair_play_service_pb2 as pb
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceServicer
from clio.v1.match_pb2 import Match as MatchMessage

_MILLISECOND_NANOS: Final = 1_000_000


class FairPlayHandler(FairPlayServiceServicer):
    """Authorises inside the match's queue, as every command is."""

    def __init__(self, matches: MatchService, names: PrivateNames) -> None:
        self._matches: Final = matches
        self._names: Final = names

    async def ReadySeat(self, request: pb.ReadySeatRequest, context: Context) -> pb.ReadySeatResponse:
        del context
        caller = current_caller()

        def command_for(match: Match) -> GetReady:
            return GetReady(seat_with(match, caller), request.entropy, request.next_commitment)

        return pb.ReadySeatResponse(match=await self._execute(request.match_id, request.request_id, command_for))

    async def ClaimTime(self, request: pb.ClaimTimeRequest, context: Context) -> pb.ClaimTimeResponse:
        del context
        caller = current_caller()

        def command_for(match: Match) -> ClaimAbandoned | ClaimDue:
            holder = holder_with(match, caller)
            if holder is None:
                raise errors.token_missing("a seat token or the host token")
            if not request.HasField("seat"):
                return ClaimDue()
            return ClaimAbandoned(request.seat, holder if holder >= 0 else None)

        return pb.ClaimTimeResponse(match=await self._execute(request.match_id, request.request_id, command_for))

    async def GiveConsent(self, request: pb.GiveConsentRequest, context: Context) -> pb.GiveConsentResponse:
        del context
        caller = current_caller()

        def command_for(match: Match) -> Consent:
            return Consent(seat_with(match, caller), from_agreement(request.to), request.reason)

        return pb.GiveConsentResponse(match=await self._execute(request.match_id, request.request_id, command_for))

    async def DirectMatch(self, request: pb.DirectMatchRequest, context: Context) -> pb.DirectMatchResponse:
        del context
        caller = current_caller()

        def command_for(match: Match) -> Direct:
            require_host(match, caller)
            return Direct(from_agreement(request.to), request.reason)

        return pb.DirectMatchResponse(match=await self._execute(request.match_id, request.request_id, command_for))

    async def AddTime(self, request: pb.AddTimeRequest, context: Context) -> pb.AddTimeResponse:
        del context
        caller = current_caller()

        def command_for(match: Match) -> AddTime:
            require_host(match, caller)
            return AddTime(request.seat, from_duration(request.duration, _MILLISECOND_NANOS), request.reason)

        return pb.AddTimeResponse(match=await self._execute(request.match_id, request.request_id, command_for))

    async def _execute(self, match_id: str, request_id: str, command_for: CommandFor) -> MatchMessage:
        done = await self._matches.execute_for(match_id, read_request_id(request_id), command_for)
        message = to_message(done.match, current_caller())
        await self._names.show([message])
        return message
