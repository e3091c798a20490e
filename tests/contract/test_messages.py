"""Structs and messages mirror each other, field by field, in both directions: a client loses nothing."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from clio.games.registry import BUILT_IN
from clio.kernel.events.lifecycle import LIFECYCLE_EVENTS
from clio.kernel.game import EVERYTHING, GameEvent
from clio.server.codec.struct_messages import snake
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View
from tests.kit.table import Table

BESIDE = set(GameEvent.__struct_fields__)
"""The fields of ``GameEvent``, which ``Event`` itself has."""
ELSEWHERE = {"clio.v1.ScoreLine.detail_id"}
"""What a message has beyond its struct: the encoder splits ``detail`` in two."""
Pair = tuple[type[msgspec.Struct], Descriptor]


def _choice(message: Descriptor, oneof: str) -> dict[str, FieldDescriptor]:
    return {field.name: field for field in message.oneofs_by_name[oneof].fields}


def _message(field: FieldDescriptor) -> Descriptor:
    assert field.message_type is not None, field.full_name
    return field.message_type


def _of_game(name: str) -> tuple[Descriptor, Descriptor, Descriptor]:
    """The messages of a game's moves, events and views."""
    payload, move, view = (message.DESCRIPTOR.fields_by_name[name].message_type for message in (Event, Move, View))
    assert payload is not None
    assert move is not None
    assert view is not None
    return move, payload, view


def _structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs inside a field's type: itself, an element, or a member of a union."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from _structs_in(part)


def _pairs(struct: type[msgspec.Struct], message: Descriptor, seen: set[str]) -> Iterator[Pair]:
    """A struct with its message, and all those nested in them."""
    if message.full_name in seen:
        return
    seen.add(message.full_name)
    yield struct, message
    for field in msgspec.structs.fields(struct):
        mirror = message.fields_by_name.get(field.name)
        inner = next(_structs_in(field.type), None)
        if mirror is not None and mirror.message_type is not None and inner is not None:
            yield from _pairs(inner, mirror.message_type, seen)


def _choices(classes: tuple[type[msgspec.Struct], ...], message: Descriptor, oneof: str) -> Iterator[Pair]:
    fields = _choice(message, oneof)
    assert {snake(cls.__name__) for cls in classes} == set(fields), message.full_name
    for cls in classes:
        yield from _pairs(cls, _message(fields[snake(cls.__name__)]), set())


def pairs() -> Iterator[Pair]:
    for name, game in BUILT_IN.items():
        move, event, view = _of_game(name)
        yield from _choices(game.moves, move, "action")
        yield from _choices(game.events, event, "event")
        shown = Table(name, game.seats[-1])
        yield from _pairs(type(game.view(shown.state, EVERYTHING)), view, set())
    payload = _choice(Event.DESCRIPTOR, "payload")
    for cls in LIFECYCLE_EVENTS:
        yield from _pairs(cls, _message(payload[snake(cls.__name__)]), set())


PAIRS = {message.full_name: (struct, message) for struct, message in pairs()}


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_a_struct_and_its_message_have_the_same_fields(name: str) -> None:
    struct, message = PAIRS[name]
    beside = BESIDE if issubclass(struct, GameEvent) else set()
    mirrored = {field.name for field in message.fields if field.full_name not in ELSEWHERE}
    assert set(struct.__struct_fields__) - beside == mirrored


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_a_list_is_repeated_and_what_may_be_absent_is_optional(name: str) -> None:
    struct, message = PAIRS[name]
    for field in msgspec.structs.fields(struct):
        mirror = message.fields_by_name.get(field.name)
        if mirror is None:
            continue
        text = str(field.type)
        many = "tuple[" in text or "dict[" in text
        assert mirror.is_repeated == many, mirror.full_name
        absent = "None" in text or "UnsetType" in text
        if not many and mirror.message_type is None:
            assert mirror.has_presence == absent, mirror.full_name


def test_there_is_no_message_of_a_game_that_no_struct_has() -> None:
    """A message that is left over would be one that a struct has lost."""
    for name in BUILT_IN:
        file = _of_game(name)[0].file
        known = {each for each in PAIRS if each.startswith(f"clio.v1.{name.capitalize()}")}
        wrappers = {message.full_name for message in _of_game(name)[:2]}
        left = {message.full_name for message in file.message_types_by_name.values()} - known - wrappers
        used = {
            field.message_type.full_name
            for message in file.message_types_by_name.values()
            for field in message.fields
            if field.message_type is not None
        }
        assert left <= used, name
