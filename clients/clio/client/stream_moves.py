"""Moves of batches and streams, and their refusals."""

from clio.client import identifiers
from clio.client.credentials import KeySeat
from clio.client.errors import ClioError, from_status
from clio.v1 import match_service_pb2 as pb
from clio.v1.move_pb2 import Move


def as_move(move: str | Move) -> Move:
    """A move as a message; a text is notation."""
    return Move(notation=move) if isinstance(move, str) else move


def stream_move(
    match_id: str,
    move: str | Move,
    token: str | None = None,
    *,
    expected_seq: int | None = None,
    request_id: str | None = None,
) -> pb.StreamMove:
    """A move of a batch, in notation or as a message; ``token`` is the seat's, or names the seat that a key plays."""
    return pb.StreamMove(
        match_id=match_id,
        seat_token="" if isinstance(token, KeySeat) else token or "",
        seat=token.seat if isinstance(token, KeySeat) else None,
        move=as_move(move),
        expected_seq=expected_seq or 0,
        request_id=request_id or identifiers.new_request_id(),
    )


def refusal(answer: pb.StreamAnswer) -> ClioError | None:
    """Why a move of a batch was refused, as the exception that ``play_move`` raises; None for a move that was made."""
    return from_status(answer.refused) if answer.HasField("refused") else None
