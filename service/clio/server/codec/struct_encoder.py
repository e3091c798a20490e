"""Encodes structs as protobuf bytes: equal to filling the mirrored message, and several times faster."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from clio.server.codec.score_lines import encoded_line
from clio.server.codec.struct_messages import count_fields, enum_numbers, is_count, is_map
from clio.v1 import outcome_pb2

Encode: TypeAlias = Callable[[Any], bytes]
"""The bytes of a field with its tag, or of a whole message without."""

_VARINT: Final = 0
_DELIMITED: Final = 2
_LOW_BITS: Final = 0x7F
_MORE: Final = 0x80
_TWO_GROUPS: Final = 1 << 14
_USUAL: Final = 1 << 11
_WORD: Final = 1 << 64
_TEXTS: Final = {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES}
_PLAIN_NUMBERS: Final = {
    FieldDescriptor.TYPE_INT32,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_BOOL,
}


class _Varints(dict[int, bytes]):
    """Varints by number, negative ones as 64-bit two's complement; common ones are precomputed."""

    def __missing__(self, number: int) -> bytes:
        if _LOW_BITS < number < _TWO_GROUPS:
            return bytes((number & _LOW_BITS | _MORE, number >> 7))
        number %= _WORD
        out = bytearray()
        while number > _LOW_BITS:
            out.append(number & _LOW_BITS | _MORE)
            number >>= 7
        out.append(number)
        return bytes(out)


VARINTS: Final = _Varints()
"""The varint of a number. A dictionary lookup takes half as long as a call."""
VARINTS.update({number: VARINTS[number] for number in range(_USUAL)})
varint: Final = VARINTS.__getitem__


class _Tagged(dict[int, bytes]):
    """Varints with a field's tag; small ones are cached."""

    def __init__(self, before: bytes) -> None:
        super().__init__()
        self._before: Final = before

    def __missing__(self, number: int) -> bytes:
        written = self._before + VARINTS[number]
        if 0 <= number < _MORE:
            self[number] = written
        return written


def tag(number: int, kind: int = _DELIMITED) -> bytes:
    """The tag of a field."""
    return varint(number << 3 | kind)


def delimited(before: bytes, body: bytes) -> bytes:
    """A length-delimited value with its tag."""
    return before + VARINTS[len(body)] + body


@cache
def encoder(descriptor: Descriptor) -> Encode:
    """Returns the encoder of structs for the message that mirrors them."""
    fields = sorted(descriptor.fields, key=lambda field: field.number)
    plan = [(field.name, _field_encoder(field), _skips(field)) for field in fields]

    def encode(struct: msgspec.Struct) -> bytes:
        parts = []
        for name, encode_field, skips in plan:
            value = getattr(struct, name)
            if value or not (skips or value is None or value is msgspec.UNSET):
                parts.append(encode_field(value))
        return b"".join(parts)

    if descriptor is outcome_pb2.ScoreLine.DESCRIPTOR:
        return lambda line: encode(encoded_line(line))
    return encode


@cache
def _remembering_encoder(descriptor: Descriptor) -> Encode:
    """The same with a cache, for repeated parts: pieces of a board, lines of scores."""
    return lru_cache(maxsize=1024)(encoder(descriptor))


def message_of(field: FieldDescriptor) -> Descriptor:
    """The message that a field holds."""
    if field.message_type is None:
        raise TypeError(f"{field.full_name} holds no message")
    return field.message_type


def _skips(field: FieldDescriptor) -> bool:
    """Whether nothing is written for a value that is zero or empty."""
    return field.is_repeated or (not field.has_presence and field.enum_type is None)


def _field_encoder(field: FieldDescriptor) -> Encode:
    if is_map(field):
        return _map_encoder(field)
    if is_count(field):
        return _count_encoder(field)
    if field.message_type is not None:
        return _message_encoder(field)
    if field.type in _TEXTS:
        return _text_encoder(field)
    return _packed_encoder(field) if field.is_repeated else _number_encoder(field)


def _number_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number, _VARINT)
    if field.enum_type is None:
        _demand_plain(field)
        return _Tagged(before).__getitem__
    written = {
        name: b"" if number == 0 and not field.has_presence else before + varint(number)
        for name, number in enum_numbers(field.enum_type).items()
    }
    return written.__getitem__


def _packed_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number)
    if field.enum_type is None:
        _demand_plain(field)
        return lambda values: delimited(before, b"".join(map(varint, values)))
    written = {name: varint(number) for name, number in enum_numbers(field.enum_type).items()}
    return lambda values: delimited(before, b"".join([written[value] for value in values]))


def _text_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number)
    if field.type == FieldDescriptor.TYPE_BYTES:
        # The record writes bytes in hex.
        return lambda value: delimited(before, bytes.fromhex(value))
    if not field.is_repeated:
        return lambda value: delimited(before, value.encode())
    return lambda values: b"".join([delimited(before, value.encode()) for value in values])


def _message_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number)
    # Looked up when it is needed: messages may hold themselves.
    kind = message_of(field)
    if not field.is_repeated:
        return lambda value: delimited(before, encoder(kind)(value))

    def encode(values: Iterable[msgspec.Struct]) -> bytes:
        encode_one = _remembering_encoder(kind)
        return b"".join([delimited(before, encode_one(value)) for value in values])

    return encode


def _map_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number)
    key, value = (_field_encoder(part) for part in message_of(field).fields)

    def encode(values: Mapping[Any, Any]) -> bytes:
        return b"".join([delimited(before, key(name) + value(item)) for name, item in values.items()])

    return encode


def _count_encoder(field: FieldDescriptor) -> Encode:
    before = tag(field.number)
    component, count = (_field_encoder(part) for part in count_fields(field))

    def encode(values: Mapping[str, int]) -> bytes:
        # Sorted as the record has them: the same counts are the same bytes.
        rows = (component(item) + (count(many) if many else b"") for item, many in sorted(values.items()))
        return b"".join([delimited(before, row) for row in rows])

    return encode


def _demand_plain(field: FieldDescriptor) -> None:
    if field.type not in _PLAIN_NUMBERS:
        raise TypeError(f"{field.full_name} is of a kind that is not written by hand yet")
