"""Moves as messages, both ways."""

from typing import Any, Final, cast

import msgspec
from google.protobuf.message import Message

from clio.kernel.game import Game
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.codec.external_game import EXTERNAL, field_of, move_from_external, to_external
from clio.server.codec.struct_messages import enum_ids, fill_choice, is_map, snake
from clio.v1 import move_pb2

MAX_MOVE_BYTES: Final = 2_048
"""A move with its notation; real ones have a tenth of it."""


def to_message(game: Game[Any, Any], move: msgspec.Struct) -> move_pb2.Move:
    """The move, typed and in notation."""
    message = move_pb2.Move(notation=game.format_move(move))
    field = field_of(game.name)
    if field == EXTERNAL:
        message.external.CopyFrom(to_external(game.name, move))
    else:
        fill_choice(getattr(message, field), move)
    return message


def from_message(game: Game[Any, Any], message: move_pb2.Move) -> msgspec.Struct:
    """The move in a message; its typed form and its notation must agree where both are given."""
    if message.ByteSize() > MAX_MOVE_BYTES:
        raise errors.malformed("A move has at most {limit} bytes.", limit=MAX_MOVE_BYTES)
    chosen = message.WhichOneof("game")
    if chosen not in (None, game.name) and chosen != field_of(game.name):
        raise errors.malformed(
            "This is a match of {game}, but the move is one of {other}.", game=game.title, other=str(chosen)
        )
    typed: msgspec.Struct | None = None
    parsed: Any = None
    if chosen is not None:
        try:
            if chosen == EXTERNAL:
                typed = move_from_external(game, message.external)
            else:
                typed = _read_choice(getattr(message, chosen), "action", game.moves)
        except ValueError as error:
            raise errors.malformed("The move cannot be read: {error}.", error=str(error)) from error
        if typed is None:
            raise errors.malformed("The move is empty.")
    if message.notation or typed is None:
        parsed = game.parse_move(message.notation)
        if isinstance(parsed, Rejection):
            raise errors.malformed_move(parsed)
    if typed is not None and parsed is not None and typed != parsed:
        raise errors.malformed("The move and its notation differ.")
    return cast("msgspec.Struct", parsed if typed is None else typed)


def _read_choice(message: Message, oneof: str, classes: tuple[type[msgspec.Struct], ...]) -> msgspec.Struct | None:
    """The struct that the ``oneof`` holds; None if it holds nothing. Raises ValueError where it does not fit."""
    field = message.WhichOneof(oneof)
    for cls in classes:
        if snake(cls.__name__) == field:
            values = _values(getattr(message, field))
            try:
                return msgspec.convert(values, cls)
            except msgspec.ValidationError as error:
                raise ValueError(str(error)) from error
    return None


def _values(message: Message) -> dict[str, object]:
    return {
        field.name: _value(field, getattr(message, field.name))
        for field in message.DESCRIPTOR.fields
        if not field.has_presence or message.HasField(field.name)
    }


def _value(field: Any, value: Any) -> object:  # noqa: ANN401 (whatever the field holds)
    if is_map(field):
        return dict(value)
    if field.enum_type is not None:
        ids = enum_ids(field.enum_type)
        return [ids.get(item, "?") for item in value] if field.is_repeated else ids.get(value, "?")
    if field.message_type is not None:
        return [_values(item) for item in value] if field.is_repeated else _values(value)
    return list(value) if field.is_repeated else value
