"""Moves as messages, both ways."""

from typing import Any

import msgspec

from clio.kernel.game import Game
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.codec.struct_messages import fill_choice, read_choice
from clio.server.validation import LARGEST_MOVE
from clio.v1 import move_pb2


def to_message(game: Game[Any, Any], move: msgspec.Struct) -> move_pb2.Move:
    """The move, typed and in notation."""
    message = move_pb2.Move(notation=game.format_move(move))
    fill_choice(getattr(message, game.name), move)
    return message


def from_message(game: Game[Any, Any], message: move_pb2.Move) -> msgspec.Struct:
    """The move that the message means; typed and notation must agree where both are given."""
    if message.ByteSize() > LARGEST_MOVE:
        raise errors.malformed("A move has at most {limit} bytes.", limit=LARGEST_MOVE)
    chosen = message.WhichOneof("game")
    if chosen is None:
        return _parsed(game, message.notation)
    if chosen != game.name:
        raise errors.malformed(
            "This is a match of {game}, but the move is one of {other}.", game=game.title, other=chosen
        )
    try:
        move = read_choice(getattr(message, chosen), "action", game.moves)
    except ValueError as error:
        raise errors.malformed("The move cannot be read: {error}.", error=str(error)) from error
    if move is None:
        raise errors.malformed("The move is empty.")
    if message.notation and _parsed(game, message.notation) != move:
        raise errors.malformed("The move and its notation differ.")
    return move


def _parsed(game: Game[Any, Any], notation: str) -> msgspec.Struct:
    move = game.parse_move(notation)
    if isinstance(move, Rejection):
        raise errors.malformed_move(move)
    return move  # type: ignore[no-any-return]  # a Game[Any, Any] parses to Any
