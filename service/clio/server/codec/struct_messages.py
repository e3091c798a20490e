"""Structs to messages and back, by name: a game's messages mirror its structs, so no game needs code here."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from clio.kernel.outcome import ScoreLine
from clio.server.codec.score_lines import encoded_line

Setter: TypeAlias = Callable[[Message, Any], None]
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def snake(name: str) -> str:
    """``TilesDrawn`` is ``tiles_drawn`` in a message."""
    return _HUMP.sub("_", name).lower()


def fill(message: Message, struct: msgspec.Struct) -> None:
    """Copies a struct into the message that mirrors it."""
    message.SetInParent()
    if type(struct) is ScoreLine:
        struct = encoded_line(struct)
    for name, put in _setters(message.DESCRIPTOR):
        value = getattr(struct, name)
        if value is not None and value is not msgspec.UNSET:
            put(message, value)


def fill_choice(message: Message, struct: msgspec.Struct) -> None:
    """Copies a struct into the field of a ``oneof`` that is named after its class."""
    fill(getattr(message, snake(type(struct).__name__)), struct)


@cache
def _setters(descriptor: Descriptor) -> tuple[tuple[str, Setter], ...]:
    return tuple((field.name, _setter(field)) for field in descriptor.fields)


def _setter(field: FieldDescriptor) -> Setter:
    name = field.name
    if is_map(field):
        return lambda message, value: getattr(message, name).update(value)
    if field.enum_type is not None:
        numbers = enum_numbers(field.enum_type)
        if field.is_repeated:
            return lambda message, value: getattr(message, name).extend([numbers[item] for item in value])
        return lambda message, value: setattr(message, name, numbers[value])
    if field.message_type is not None:
        if is_count(field):
            return _count_setter(field)
        if field.is_repeated:
            return lambda message, value: _fill_all(getattr(message, name), value)
        return lambda message, value: fill(getattr(message, name), value)
    if field.is_repeated:
        return lambda message, value: getattr(message, name).extend(value)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda message, value: setattr(message, name, bytes.fromhex(value))
    return lambda message, value: setattr(message, name, value)


def _count_setter(field: FieldDescriptor) -> Setter:
    name, (component, _) = field.name, count_fields(field)
    numbers = enum_numbers(component.enum_type) if component.enum_type is not None else {}

    def put(message: Message, counts: Mapping[str, int]) -> None:
        rows = getattr(message, name)
        # Sorted as the record has them: the same counts are the same bytes.
        for item, count in sorted(counts.items()):
            rows.add(**{component.name: numbers[item], "count": count})

    return put


def _fill_all(messages: Any, structs: tuple[msgspec.Struct, ...]) -> None:  # noqa: ANN401 (protobuf's own container)
    for struct in structs:
        fill(messages.add(), struct)


def is_map(field: FieldDescriptor) -> bool:
    """Whether the field is a ``map``."""
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def is_count(field: FieldDescriptor) -> bool:
    """Whether the field counts components: a ``map`` whose keys are an enum, which protobuf's maps cannot have."""
    return field.is_repeated and field.message_type is not None and field.message_type.name.endswith("Count")


def count_fields(field: FieldDescriptor) -> tuple[FieldDescriptor, FieldDescriptor]:
    """The fields of such a count: the component and how many of it there are."""
    if field.message_type is None:
        raise TypeError(f"{field.full_name} holds no message")
    component, count = field.message_type.fields
    return component, count


@cache
def enum_numbers(enum: EnumDescriptor) -> Mapping[str, int]:
    """The ids that an enum's values stand for: ``AMPHIPOLIS_TILE_MOSAIC_RED`` is ``mosaic-red``."""
    prefix = f"{snake(enum.name).upper()}_"
    return {value.name.removeprefix(prefix).lower().replace("_", "-"): value.number for value in enum.values}


@cache
def enum_ids(enum: EnumDescriptor) -> Mapping[int, str]:
    """The other way round."""
    return {number: name for name, number in enum_numbers(enum).items()}
