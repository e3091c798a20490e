"""Decodes JSON into protobuf messages: protobuf's JSON mapping, with the fields of each message type looked up once.

Values in their usual form take a fast path. All others, including errors, go to the library's parser, so that
both accept exactly the same input.
"""

import json
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

M = TypeVar("M", bound=Message)
Convert = Callable[[Any], Any]
_decoders: Final[dict[Descriptor, "_MessageDecoder"]] = {}
_INTEGERS: Final = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}


class JsonError(ValueError):
    """The text is not the JSON of the message; ``str`` gives the reason."""


class _UnusualError(Exception):
    """A value that the library's parser must decode."""


def from_json(text: bytes, message_type: type[M]) -> M:
    """Decodes a JSON text."""
    try:
        value = _DECODER.decode(text.decode())
    except (ValueError, RecursionError) as error:
        raise JsonError(str(error)) from error
    if type(value) is not dict:
        raise JsonError("not an object")
    try:
        return message_type(**_decoder(cast("Descriptor", message_type.DESCRIPTOR))(value))
    except (_UnusualError, ValueError, TypeError):
        return _by_the_library(value, message_type)


def _by_the_library(value: dict[str, Any], message_type: type[M]) -> M:
    try:
        return json_format.ParseDict(value, message_type())
    except Exception as error:
        # The library raises SystemError and others for some values; its own function for texts catches all of them too.
        raise JsonError(str(error)) from error


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique)


class _MessageDecoder:
    """Decodes the messages of one type into the arguments of their constructor. Compiled at first use."""

    __slots__ = ("_descriptor", "_fields", "_oneofs")

    def __init__(self, descriptor: Descriptor) -> None:
        self._descriptor: Final = descriptor
        self._oneofs: Final = [{field.name for field in oneof.fields} for oneof in descriptor.oneofs]
        self._fields: dict[str, tuple[str, Convert]] | None = None

    def __call__(self, value: Any) -> dict[str, Any]:  # noqa: ANN401 (any JSON)
        fields = self._fields
        if fields is None:
            fields = self._fields = _fields(self._descriptor)
        if type(value) is not dict:
            raise _UnusualError
        arguments = {}
        for key, given in value.items():
            found = fields.get(key)
            if found is None or given is None:
                raise _UnusualError
            name, convert = found
            arguments[name] = convert(given)
        if len(arguments) != len(value):
            # The same field under both of its names.
            raise _UnusualError
        if len(arguments) > 1 and any(len(names & arguments.keys()) > 1 for names in self._oneofs):
            raise _UnusualError
        return arguments


def _fields(descriptor: Descriptor) -> dict[str, tuple[str, Convert]]:
    fields = {}
    for field in descriptor.fields:
        fields[field.name] = fields[field.json_name] = (field.name, _converter(field))
    return fields


def _decoder(descriptor: Descriptor) -> _MessageDecoder:
    decoder = _decoders.get(descriptor)
    if decoder is None:
        decoder = _decoders[descriptor] = _MessageDecoder(descriptor)
    return decoder


def _converter(field: FieldDescriptor) -> Convert:
    entry = field.message_type
    if entry is not None and entry.GetOptions().map_entry:
        return _map_converter(entry)
    convert = _single_converter(field)
    if not field.is_repeated:
        return convert

    def convert_all(values: Any) -> list[Any]:  # noqa: ANN401 (any JSON)
        if type(values) is not list:
            raise _UnusualError
        return [convert(value) for value in values]

    return convert_all


def _map_converter(entry: Descriptor) -> Convert:
    keys, values = entry.fields_by_name["key"], entry.fields_by_name["value"]
    if keys.cpp_type != FieldDescriptor.CPPTYPE_STRING or values.cpp_type != FieldDescriptor.CPPTYPE_STRING:
        return _unusual
    convert = _single_converter(values)

    def convert_all(found: Any) -> dict[str, Any]:  # noqa: ANN401 (any JSON)
        if type(found) is not dict:
            raise _UnusualError
        return {key: convert(value) for key, value in found.items()}

    return convert_all


def _single_converter(field: FieldDescriptor) -> Convert:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        message = cast("Descriptor", field.message_type)
        return _unusual if message.file.package == "google.protobuf" else _decoder(message)
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        return _enum_converter(field)
    if kind in _INTEGERS:
        return _integer_converter(*_INTEGERS[kind])
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _bytes
    if kind == FieldDescriptor.CPPTYPE_STRING:
        return _exactly(str)
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return _exactly(bool)
    return _unusual


def _unusual(_: Any) -> Any:  # noqa: ANN401 (any JSON)
    raise _UnusualError


def _exactly(kind: type) -> Convert:
    def convert(value: Any) -> Any:  # noqa: ANN401 (any JSON)
        if type(value) is not kind:
            raise _UnusualError
        return value

    return convert


def _enum_converter(field: FieldDescriptor) -> Convert:
    values = cast("EnumDescriptor", field.enum_type).values_by_name
    numbers = {name: value.number for name, value in values.items()}

    def convert(value: Any) -> int:  # noqa: ANN401 (any JSON)
        if type(value) is not str or value not in numbers:
            raise _UnusualError
        return numbers[value]

    return convert


def _integer_converter(least: int, most: int) -> Convert:
    def convert(value: Any) -> int:  # noqa: ANN401 (any JSON)
        if type(value) is str and value.isascii() and value.isdigit():
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            raise _UnusualError
        return value

    return convert


def _bytes(value: Any) -> bytes:  # noqa: ANN401 (any JSON)
    if type(value) is not str:
        raise _UnusualError
    try:
        return b64decode(value, validate=True)
    except (Base64Error, ValueError) as error:
        raise _UnusualError from error
