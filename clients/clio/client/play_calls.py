"""Calls that play: legal moves, moves, previews, batches and streams of moves."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.head_check import HeadCheck
from clio.client.pages import Paged
from clio.client.play_session import PlaySession
from clio.client.stream_moves import as_move
from clio.v1 import match_service_pb2 as pb
from clio.v1.move_pb2 import Move

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub


class PlayCalls:
    """Part of a ``Client``. A move is a text in notation or a ``Move`` message, everywhere."""

    _connection: Connection
    _matches: "MatchServiceAsyncStub"
    _head_check: HeadCheck

    def list_legal_moves(
        self, match_id: str, token: str | None = None, *, timeout: float | None = None
    ) -> Paged[Move, pb.ListLegalMovesResponse]:
        """Every legal move of the token's seat; ``first_page()`` also has the event they hold for."""
        request = pb.ListLegalMovesRequest(match_id=match_id)
        return Paged.short(
            lambda: self._connection.ask(self._matches.ListLegalMoves, request, token, timeout=timeout),
            lambda page: page.moves,
        )

    async def play_move(  # noqa: PLR0913 (one for each field of the request)
        self,
        match_id: str,
        move: str | Move,
        token: str | None = None,
        *,
        expected_seq: int | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> pb.PlayMoveResponse:
        """Plays a move; it is durable when this returns."""
        request = pb.PlayMoveRequest(
            match_id=match_id,
            move=as_move(move),
            expected_seq=expected_seq or 0,
            request_id=request_id or identifiers.new_request_id(),
        )
        played = await self._connection.ask(self._matches.PlayMove, request, token, timeout=timeout)
        await self._head_check.compare(match_id, played.seq, played.digest, timeout=timeout)
        return played

    async def preview_move(
        self,
        match_id: str,
        move: str | Move,
        token: str | None = None,
        *,
        expected_seq: int | None = None,
        timeout: float | None = None,
    ) -> pb.PreviewMoveResponse:
        """What a move would do, up to the first draw or secret; nothing is played. Only for the seat to move."""
        request = pb.PreviewMoveRequest(match_id=match_id, move=as_move(move), expected_seq=expected_seq or 0)
        return await self._connection.ask(self._matches.PreviewMove, request, token, timeout=timeout)

    async def play_batch(
        self, moves: Iterable[pb.StreamMove], *, timeout: float | None = None
    ) -> list[pb.StreamAnswer]:
        """Makes up to 1,000 moves of any matches in one call; the answers come in the order of the moves.

        ``stream_move`` makes a move, and ``refusal`` says why one was refused; the others are made.
        """
        request = pb.PlayBatchRequest()
        for move in moves:
            request.moves.add().CopyFrom(move)
            request.moves[-1].request_id = move.request_id or identifiers.new_request_id()
        return list((await self._connection.ask(self._matches.PlayBatch, request, timeout=timeout)).answers)

    def play_session(self) -> PlaySession:
        """A stream for the moves of many matches; an async context manager, which connects when it is entered."""
        return PlaySession(self._matches, self._connection.retries, metadata=self._connection.metadata())
