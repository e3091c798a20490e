"""MatchService."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

import msgspec

from clio.kernel.events.lifecycle import Joined, TokenRotated
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Abort, Join, Leave, Open, Resign, Rotate
from clio.server import errors
from clio.server.app.authority import acting_holder, acting_seat, holder_with, require_host, seat_with
from clio.server.app.call_context import current_call, current_caller, read_request_id
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_batch import MatchBatch
from clio.server.app.match_listing import MatchListing
from clio.server.app.play import PlayRequest, play
from clio.server.app.preview import PreviewRequest, preview
from clio.server.app.private_names import PrivateNames
from clio.server.app.rematch import RematchRequest, rematch
from clio.server.app.repeatable import read_repeatable
from clio.server.app.requested_metadata import requested_metadata
from clio.server.app.validation import check_length, check_options, min_seq
from clio.server.app.watch import Sources, WatchRequest, watch
from clio.server.app.workers import Workers
from clio.server.auth.match_quota import MatchQuota
from clio.server.codec import matches as match_wire
from clio.server.codec import moves as move_wire
from clio.server.codec import views as view_wire
from clio.server.codec.fair_play import from_settings
from clio.server.identifiers import new_server_seed, token_hash
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_at import match_at
from clio.server.rpc.handlers.play_batch import play_batch
from clio.server.rpc.handlers.play_stream import PlaySession, played
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceServicer


class MatchHandler(MatchServiceServicer):
    """Thin: reads the request, asks ``Matches``, writes the response."""

    def __init__(  # noqa: PLR0913, PLR0917 (what its calls stand on)
        self,
        hosting: MatchQuota,
        listing: MatchListing,
        sources: Sources,
        access: MatchAccess,
        names: PrivateNames,
        workers: Workers,
    ) -> None:
        """``workers`` make previews."""
        self._workers: Final = workers
        self._hosting: Final = hosting
        self._matches: Final = sources.matches
        self._presence: Final = sources.presence
        self._past: Final = sources.past
        self._sources: Final = sources
        self._listing: Final = listing
        self._access: Final = access
        self._names: Final = names
        self._batch: Final = MatchBatch(sources.matches, access)
        self._draining: Final = asyncio.Event()

    def drain(self) -> None:
        """Lets every session end with what it has read: the server is going down."""
        self._draining.set()

    async def OpenMatch(self, request: pb.OpenMatchRequest, context: Context) -> pb.OpenMatchResponse:
        """See the contract."""
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

    async def JoinMatch(self, request: pb.JoinMatchRequest, context: Context) -> pb.JoinMatchResponse:
        """See the contract."""
        del context
        request_id, token = read_repeatable(request.request_id, request.seat_token)
        if request.commitment and not request.HasField("seat"):
            raise errors.malformed("A commitment names its seat: say which one you take.")
        name = await self._recorded_name(request)
        command = Join(
            seat=request.seat if request.HasField("seat") else None,
            name=name,
            entropy=request.entropy,
            token_hash=token_hash(token),
            commitment=request.commitment,
            namespace=current_caller().namespace,
            code_hash=current_caller().code_hash,
        )
        caller = current_caller()

        def command_for(match: Match) -> Join:
            holder_with(match, caller)
            return command

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        joined = (await self._matches.read(request.match_id, done.first_seq - 1, 1))[0].payload
        if not isinstance(joined, Joined):
            raise TypeError("a join begins with a seat being taken")
        return pb.JoinMatchResponse(match=await self._shown(done.match), seat=joined.seat, seat_token=token)

    async def LeaveMatch(self, request: pb.LeaveMatchRequest, context: Context) -> pb.LeaveMatchResponse:
        """See the contract."""
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Leave:
            return Leave(acting_seat(match, caller, request_id))

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.LeaveMatchResponse(match=await self._shown(done.match))

    async def ListMatches(self, request: pb.ListMatchesRequest, context: Context) -> pb.ListMatchesResponse:
        """See the contract."""
        del context
        page = await self._listing.page(request, current_caller())
        await self._names.show(page.matches)
        return page

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        """See the contract."""
        del context
        match = await self._matches.at_least(request.match_id, min_seq(request.at_least, request.match_id))
        holder_with(match, current_caller())
        return pb.GetMatchResponse(match=await self._shown(match))

    async def BatchGetMatches(self, request: pb.BatchGetMatchesRequest, context: Context) -> pb.BatchGetMatchesResponse:
        """See the contract."""
        del context
        caller = current_caller()
        found = await self._batch.get(request.match_ids, caller)
        return pb.BatchGetMatchesResponse(
            matches=[await self._shown(match) for match in found.values()],
            missing=[match_id for match_id in request.match_ids if match_id not in found],
        )

    async def FreeSeat(self, request: pb.FreeSeatRequest, context: Context) -> pb.FreeSeatResponse:
        """See the contract."""
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Leave:
            require_host(match, caller)
            return Leave(request.seat, by_host=True)

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.FreeSeatResponse(match=await self._shown(done.match))

    async def RematchMatch(self, request: pb.RematchMatchRequest, context: Context) -> pb.RematchMatchResponse:
        """See the contract."""
        del context
        request_id, token = read_repeatable(request.request_id, request.seat_token)
        caller = current_caller()
        wanted = RematchRequest(request.match_id, request_id, caller, request.entropy, token_hash(token))
        done, seat = await rematch(self._matches, self._hosting.open, wanted)
        return pb.RematchMatchResponse(match=await self._shown(done.match), seat=seat, seat_token=token)

    async def ListLegalMoves(self, request: pb.ListLegalMovesRequest, context: Context) -> pb.ListLegalMovesResponse:
        """See the contract."""
        del context
        match = await self._matches.get(request.match_id)
        seat = seat_with(match, current_caller())
        moves = match.game.legal_moves(match.state, seat) if seat in match.to_move else ()
        return pb.ListLegalMovesResponse(
            moves=[move_wire.to_message(match.game, move) for move in moves], seq=match.seq
        )

    async def PlayMove(self, request: pb.PlayMoveRequest, context: Context) -> pb.PlayMoveResponse:
        """See the contract."""
        del context
        request_id = read_request_id(request.request_id)
        move = PlayRequest(request.match_id, request_id, current_caller(), request.move, request.expected_seq)
        return played(await play(self._matches, move))

    async def PreviewMove(self, request: pb.PreviewMoveRequest, context: Context) -> pb.PreviewMoveResponse:
        """See the contract."""
        del context
        wanted = PreviewRequest(request.match_id, current_caller(), request.move, request.expected_seq)
        return await preview(self._matches, self._workers, wanted)

    async def PlayStream(  # type: ignore[override]  # messages that are bytes already
        self, request_iterator: AsyncIterator[pb.PlayStreamRequest], context: Context
    ) -> AsyncIterator[bytes]:
        """See the contract; yields messages as bytes."""
        del context
        session = PlaySession(self._matches, self._draining, current_caller(), _move_pause())
        async for response in session.run(request_iterator):
            yield response

    async def PlayBatch(  # type: ignore[override]  # a message that is bytes already
        self, request: pb.PlayBatchRequest, context: Context
    ) -> bytes:
        """See the contract; returns the message as bytes."""
        del context
        return await play_batch(self._matches, request.moves, current_caller(), _move_pause())

    async def ResignMatch(self, request: pb.ResignMatchRequest, context: Context) -> pb.ResignMatchResponse:
        """See the contract."""
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Resign:
            return Resign(seat_with(match, caller))

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.ResignMatchResponse(match=await self._shown(done.match))

    async def RotateToken(self, request: pb.RotateTokenRequest, context: Context) -> pb.RotateTokenResponse:
        """See the contract."""
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

    async def AbortMatch(self, request: pb.AbortMatchRequest, context: Context) -> pb.AbortMatchResponse:
        """See the contract."""
        del context
        request_id, caller = read_request_id(request.request_id), current_caller()

        def command_for(match: Match) -> Abort:
            require_host(match, caller)
            return Abort(request.reason)

        done = await self._matches.execute_for(request.match_id, request_id, command_for)
        return pb.AbortMatchResponse(match=await self._shown(done.match))

    async def _shown(self, match: Match) -> match_pb2.Match:
        """The match as the caller may see it."""
        message = match_wire.to_message(match, current_caller())
        await self._names.show([message])
        return message

    async def _recorded_name(self, request: pb.JoinMatchRequest) -> str:
        facts = await self._access.facts(request.match_id)
        if facts is None or not facts.metadata.private_names:
            return request.name
        return await self._names.recorded(await self._matches.get(request.match_id), request.name)

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        """See the contract."""
        del context
        match, viewpoint = await match_at(self._matches, self._past, request)
        return pb.GetViewResponse(view=view_wire.to_message(match, viewpoint))

    def WatchMatch(  # type: ignore[override]  # messages that are bytes already
        self, request: pb.WatchMatchRequest, context: Context
    ) -> AsyncIterator[bytes]:
        """See the contract; yields messages as bytes."""
        del context
        wanted = WatchRequest(
            request.match_id, current_caller(), request.after_seq, request.after_digest, views=request.views
        )
        return watch(self._sources, wanted)

    async def GetPresence(self, request: pb.GetPresenceRequest, context: Context) -> pb.GetPresenceResponse:
        """See the contract."""
        del context
        match = await self._matches.get(request.match_id)
        holder_with(match, current_caller())
        return pb.GetPresenceResponse(connected_seats=await self._presence.seats(match))


def _move_pause() -> Callable[[], float]:
    """What counts a move of the caller, and gives 0 or the seconds to wait before it may be made."""
    call = current_call()
    return call.account.move_pause if call is not None and call.account is not None else lambda: 0.0
