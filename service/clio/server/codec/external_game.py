"""Moves, events and views of games that Clio does not ship: one generic message with the fields as a ``Struct``."""

from typing import Any, Final

import msgspec
from google.protobuf.struct_pb2 import ListValue, Struct, Value

from clio.kernel.game import Game, GameEvent
from clio.kernel.limits import MAX_DEPTH, MAX_INTEGER
from clio.server.codec.struct_messages import fill_choice
from clio.v1 import event_pb2, external_game_pb2, move_pb2

EXTERNAL: Final = "external"
"""The field of ``Move``, ``Event`` and ``View`` that holds the generic message."""
BESIDE: Final = frozenset({"clock", "move"})
"""The fields of a game's event that ``Event`` has itself."""
_TYPED: Final = frozenset(field.name for field in move_pb2.Move.DESCRIPTOR.oneofs_by_name["game"].fields) - {EXTERNAL}


def field_of(game: str) -> str:
    """The field of ``Move``, ``Event`` and ``View`` for a game."""
    return game if game in _TYPED else EXTERNAL


def to_external(
    game: str, struct: msgspec.Struct, *, without: frozenset[str] = frozenset()
) -> external_game_pb2.ExternalGameValue:
    """A struct as the generic message; UNSET fields are absent."""
    values: dict[str, Any] = msgspec.to_builtins(struct)
    fields = Struct()
    for name, value in values.items():
        if name not in without:
            _put(fields.fields[name], value)
    return external_game_pb2.ExternalGameValue(type=f"{game}.{type(struct).__name__}", fields=fields)


def fill_game_event(message: event_pb2.Event, game: str, payload: GameEvent) -> None:
    """Copies a game's event into the message that its game has, typed or generic."""
    field = field_of(game)
    if field == EXTERNAL:
        message.external.CopyFrom(to_external(game, payload, without=BESIDE))
    else:
        fill_choice(getattr(message, field), payload)


def _put(target: Value, value: Any) -> None:  # noqa: ANN401 (any JSON value)
    match value:
        case None:
            target.null_value = 0  # type: ignore[assignment]  # NULL_VALUE is the only one
        case bool():
            target.bool_value = value
        case int():
            if abs(value) > MAX_INTEGER:
                raise ValueError(f"{value} is no number that a record may have")
            target.number_value = value
        case str():
            target.string_value = value
        case dict():
            target.struct_value.SetInParent()
            for name, item in value.items():
                _put(target.struct_value.fields[name], item)
        case _:
            target.list_value.SetInParent()
            for item in value:
                _put(target.list_value.values.add(), item)


def move_from_external(game: Game[Any, Any], message: external_game_pb2.ExternalGameValue) -> msgspec.Struct:
    """The move in a generic message; ValueError where it is none of the game's."""
    name, _, kind = message.type.partition(".")
    cls = next((move for move in game.moves if name == game.name and move.__name__ == kind), None)
    if cls is None:
        raise ValueError(f"{game.title} has no move {message.type[:80]!a}")
    try:
        return msgspec.convert(_plain_struct(message.fields, 1), cls)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def _plain_struct(struct: Struct, depth: int) -> dict[str, Any]:
    return {name: _plain(value, depth) for name, value in struct.fields.items()}


def _plain_list(values: ListValue, depth: int) -> list[Any]:
    return [_plain(value, depth) for value in values.values]


def _plain(value: Value, depth: int) -> Any:  # noqa: ANN401 (any JSON value)
    if depth > MAX_DEPTH:
        raise ValueError("it is nested too deeply")
    match value.WhichOneof("kind"):
        case "bool_value":
            return value.bool_value
        case "number_value":
            number = value.number_value
            if not abs(number) <= MAX_INTEGER or number != int(number):
                raise ValueError(f"{number} is not an integer that a record may have")
            return int(number)
        case "string_value":
            return value.string_value
        case "struct_value":
            return _plain_struct(value.struct_value, depth + 1)
        case "list_value":
            return _plain_list(value.list_value, depth + 1)
        case _:
            return None
