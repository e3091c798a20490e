"""Encodes protobuf messages as JSON: protobuf's JSON mapping, with the fields of each message type looked up once.

The library's printer walks the descriptors of every message, which is about ten times slower. The library encodes
the rare well-known types.
"""

import math
from base64 import b64encode
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.internal import type_checkers
from google.protobuf.message import Message

Convert = Callable[[Any], Any]
_encoders: Final[dict[Descriptor, "_MessageEncoder"]] = {}
_INT64_TYPES: Final = (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64)


def to_json(message: Message) -> bytes:
    """The message as JSON text in one line."""
    return msgspec.json.encode(to_object(message))


def to_object(message: Message) -> Any:  # noqa: ANN401 (an object, or what a well-known type maps to)
    """The message as a JSON-compatible object."""
    return _message_converter(cast("Descriptor", message.DESCRIPTOR))(message)


class _MessageEncoder:
    """Encodes the messages of one type. Compiled at first use: message types may refer to each other."""

    __slots__ = ("_descriptor", "_fields")

    def __init__(self, descriptor: Descriptor) -> None:
        self._descriptor: Final = descriptor
        self._fields: dict[FieldDescriptor, tuple[str, Convert | None]] | None = None

    def __call__(self, message: Message) -> dict[str, Any]:
        fields = self._fields
        if fields is None:
            fields = self._fields = {each: (each.json_name, _converter(each)) for each in self._descriptor.fields}
        encoded = {}
        for field, value in message.ListFields():
            name, convert = fields[field]
            encoded[name] = value if convert is None else convert(value)
        return encoded


def _message_converter(descriptor: Descriptor) -> Convert:
    if descriptor.file.package == "google.protobuf":
        return json_format.MessageToDict
    encoder = _encoders.get(descriptor)
    if encoder is None:
        encoder = _encoders[descriptor] = _MessageEncoder(descriptor)
    return encoder


def _converter(field: FieldDescriptor) -> Convert | None:
    """Returns the converter of a field's value to JSON; None for the identity."""
    entry = field.message_type
    if entry is not None and entry.GetOptions().map_entry:
        return _map_converter(entry.fields_by_name["value"])
    convert = _single_converter(field)
    if not field.is_repeated:
        return convert
    if convert is None:
        return list
    return lambda values: [convert(value) for value in values]


def _map_converter(values: FieldDescriptor) -> Convert:
    convert = _single_converter(values) or (lambda value: value)
    return lambda entries: {_map_key(key): convert(entries[key]) for key in entries}


def _map_key(key: object) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)


def _single_converter(field: FieldDescriptor) -> Convert | None:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        return _message_converter(cast("Descriptor", field.message_type))
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        return _enum_converter(field)
    if kind in _INT64_TYPES:
        return str
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _bytes_to_text
    if kind == FieldDescriptor.CPPTYPE_DOUBLE:
        return _float_to_json
    if kind == FieldDescriptor.CPPTYPE_FLOAT:
        return _single_float_to_json
    return None


def _enum_converter(field: FieldDescriptor) -> Convert:
    enum = cast("EnumDescriptor", field.enum_type)
    if enum.full_name == "google.protobuf.NullValue":
        return lambda _: None
    names = {number: value.name for number, value in enum.values_by_number.items()}
    # A number without a name stays a number: the sender has a newer contract.
    return lambda number: names.get(number, number)


def _bytes_to_text(value: bytes) -> str:
    return b64encode(value).decode()


def _float_to_json(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _single_float_to_json(value: float) -> float | str:
    if math.isfinite(value):
        shortest: float = type_checkers.ToShortestFloat(value)
        return shortest
    return _float_to_json(value)
