"""MatchService: opening and aborting matches; the other methods are in ``match_*.py``."""

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Abort, Open
from clio.server.app.authority import require_host
from clio.server.app.call_context import current_caller, read_request_id
from clio.server.app.repeatable import read_repeatable
from clio.server.app.requested_metadata import requested_metadata
from clio.server.app.validation import check_length, check_options
from clio.server.codec.fair_play import from_settings
from clio.server.identifiers import new_server_seed, token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_moves import MoveCalls
from clio.server.rpc.handlers.match_queries import QueryCalls
from clio.server.rpc.handlers.match_seats import SeatCalls
from clio.v1 import match_service_pb2 as pb


class MatchHandler(SeatCalls, MoveCalls, QueryCalls):
    """Thin: reads the request, calls the application, writes the response."""

    async def OpenMatch(self, request: pb.OpenMatchRequest, context: Context) -> pb.OpenMatchResponse:
        del context
        call = read_repeatable(request.request_id, request.host_token)
        check_options(request.options)
        check_length(game=request.game)
        game = self._matches.referee.games.get(request.game)
        fewest = min((seats for seats in game.seats if seats > 1), default=1) if game else 0
        command = Open(
            match_id=call.match_id,
            game=request.game,
            seats=request.seats or fewest,
            options=dict(request.options),
            server_seed=new_server_seed(),
            token_hash=token_hash(call.token),
            fair_play=from_settings(request.fair_play),
            metadata=requested_metadata(request, current_caller()),
        )
        done = await self._hosting.open(command, call.request_id)
        return pb.OpenMatchResponse(match=await self._shown(done.match), host_token=call.token)

    async def AbortMatch(self, request: pb.AbortMatchRequest, context: Context) -> pb.AbortMatchResponse:
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Abort:
            require_host(match, caller)
            return Abort(request.reason)

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.AbortMatchResponse(match=await self._shown(done.match))
