"""MatchService: legal moves, moves and previews."""

from collections.abc import AsyncIterator, Callable

from clio.kernel.match.rules_version import refusal_of_rules
from clio.server import errors
from clio.server.app.authority import seat_with
from clio.server.app.call_context import current_call, current_caller, read_request_id
from clio.server.app.play import PlayRequest, play
from clio.server.app.preview import PreviewRequest, preview
from clio.server.codec import moves as move_wire
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.match_calls import MatchCalls
from clio.server.rpc.handlers.play_batch import play_batch
from clio.server.rpc.handlers.play_stream import PlaySession
from clio.server.rpc.move_responses import durable_move
from clio.v1 import match_service_pb2 as pb


class MoveCalls(MatchCalls):
    """Plays and previews moves, one at a time, in batches and over streams."""

    def drain(self) -> None:
        """Ends every ``PlayStream`` after the moves it has read: the server is shutting down."""
        self._draining.set()

    async def ListLegalMoves(self, request: pb.ListLegalMovesRequest, context: Context) -> pb.ListLegalMovesResponse:
        del context
        match = await self._matches.get(request.match_id)
        seat = seat_with(match, current_caller())
        if refusal := refusal_of_rules(match.game, match.rules):
            raise errors.refused(refusal)
        moves = match.game.legal_moves(match.state, seat) if seat in match.to_move else ()
        return pb.ListLegalMovesResponse(
            moves=[move_wire.to_message(match.game, move) for move in moves], seq=match.seq
        )

    async def PlayMove(  # type: ignore[override]  # a message that is bytes already
        self, request: pb.PlayMoveRequest, context: Context
    ) -> bytes:
        """Returns the encoded message."""
        del context
        request_id = read_request_id(request.request_id)
        move = PlayRequest(request.match_id, request_id, current_caller(), request.move, request.expected_seq)
        return durable_move(await play(self._matches, move))

    async def PreviewMove(self, request: pb.PreviewMoveRequest, context: Context) -> pb.PreviewMoveResponse:
        del context
        wanted = PreviewRequest(request.match_id, current_caller(), request.move, request.expected_seq)
        previewed = await preview(self._matches, self._workers, wanted)
        await self._names.show([previewed.view.match])
        return previewed

    async def PlayStream(  # type: ignore[override]  # messages that are bytes already
        self, request_iterator: AsyncIterator[pb.PlayStreamRequest], context: Context
    ) -> AsyncIterator[bytes]:
        """Yields encoded messages."""
        del context
        session = PlaySession(self._matches, self._draining, current_caller(), _move_pause())
        async for response in session.run(request_iterator):
            yield response

    async def PlayBatch(  # type: ignore[override]  # a message that is bytes already
        self, request: pb.PlayBatchRequest, context: Context
    ) -> bytes:
        """Returns the encoded message."""
        del context
        return await play_batch(self._matches, request.moves, current_caller(), _move_pause())


def _move_pause() -> Callable[[], float]:
    """Counts a move against the caller's rate limit; returns how many seconds it must wait, or 0."""
    call = current_call()
    return call.account.move_pause if call is not None and call.account is not None else lambda: 0.0
