"""MatchService: seats and their tokens."""

import msgspec

from clio.kernel.events.lifecycle import Joined, TokenRotated
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join, Leave, Resign, Rotate
from clio.server import errors
from clio.server.app.authority import acting_holder, acting_seat, holder_with, require_host, seat_with
from clio.server.app.call_context import current_caller, read_request_id
from clio.server.app.rematch import RematchRequest
from clio.server.app.repeatable import read_repeatable
from clio.server.eventstore.player_names import is_pseudonym
from clio.server.identifiers import token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_calls import MatchCalls
from clio.v1 import match_service_pb2 as pb


class SeatCalls(MatchCalls):
    """Joins, leaves, frees and resigns seats; rotates tokens."""

    async def JoinMatch(self, request: pb.JoinMatchRequest, context: Context) -> pb.JoinMatchResponse:
        del context
        request_id, token = read_repeatable(request.request_id, request.seat_token)
        if request.commitment and not request.HasField("seat"):
            raise errors.malformed("A commitment is for one seat: name the seat that you take.")
        caller = current_caller()
        command = Join(
            seat=request.seat if request.HasField("seat") else None,
            name=request.name,
            entropy=request.entropy,
            token_hash=token_hash(token),
            commitment=request.commitment,
            namespace=caller.namespace,
            code_hash=caller.code_hash,
        )
        if await self._has_private_names(request):
            match = await self._matches.get(request.match_id)
            holder_with(match, caller)
            command = await self._names.recorded(match, command, request_id)

        def command_for(match: Match) -> Join:
            holder_with(match, caller)
            return command

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        joined = (await self._matches.read(request.match_id, done.first_seq - 1, 1))[0].payload
        if not isinstance(joined, Joined):
            raise TypeError("a join begins with a seat being taken")
        return pb.JoinMatchResponse(match=await self._shown(done.match), seat=joined.seat, seat_token=token)

    async def RematchMatch(self, request: pb.RematchMatchRequest, context: Context) -> pb.RematchMatchResponse:
        del context
        request_id, token = read_repeatable(request.request_id, request.seat_token)
        caller = current_caller()
        if request.commitment and not request.HasField("seat"):
            raise errors.malformed("A commitment is for one seat: name the seat that you take.")
        wanted = RematchRequest(
            request.match_id,
            request_id,
            caller,
            request.entropy,
            token_hash(token),
            request.seat if request.HasField("seat") else None,
            request.commitment,
        )
        done, seat = await self._rematches.join(wanted)
        return pb.RematchMatchResponse(match=await self._shown(done.match), seat=seat, seat_token=token)

    async def LeaveMatch(self, request: pb.LeaveMatchRequest, context: Context) -> pb.LeaveMatchResponse:
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Leave:
            return Leave(acting_seat(match, caller, request_id))

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.LeaveMatchResponse(match=await self._shown(done.match))

    async def FreeSeat(self, request: pb.FreeSeatRequest, context: Context) -> pb.FreeSeatResponse:
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Leave:
            require_host(match, caller)
            return Leave(request.seat, by_host=True)

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.FreeSeatResponse(match=await self._shown(done.match))

    async def ResignMatch(self, request: pb.ResignMatchRequest, context: Context) -> pb.ResignMatchResponse:
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Resign:
            return Resign(seat_with(match, caller))

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.ResignMatchResponse(match=await self._shown(done.match))

    async def RotateToken(self, request: pb.RotateTokenRequest, context: Context) -> pb.RotateTokenResponse:
        del context
        request_id, token = read_repeatable(request.request_id, request.new_token)
        old = current_caller()

        def command_for(match: Match) -> Rotate:
            holder = acting_holder(match, old, request_id)
            if holder is None:
                raise errors.token_missing("a seat token or the host token")
            return Rotate(holder if holder >= 0 else None, token_hash(token))

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        rotated = (await self._matches.read(request.match_id, done.first_seq - 1, 1))[0].payload
        if not isinstance(rotated, TokenRotated):
            raise TypeError("a rotation is one fact")
        response = pb.RotateTokenResponse(match=await self._shown(done.match), new_token=token)
        if rotated.seat is not msgspec.UNSET:
            response.seat = rotated.seat
        return response

    async def _has_private_names(self, request: pb.JoinMatchRequest) -> bool:
        """Whether the name of a join may be another one in the record, or refused."""
        facts = await self._access.facts(request.match_id)
        return facts is not None and (facts.metadata.private_names or is_pseudonym(request.name))
