"""Generates messages from their descriptors, well-formed with extreme values, or damaged."""

import random
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo

from tests.fuzz.contract import METHODS, message_class
from tests.fuzz.field_values import NUMBERS, text

DEEPEST = 5
_INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
}
_DEMANDING = {"expected_seq", "min_seq", "seq", "page_size"}
"""Where most numbers lead no further than to a refusal."""
_REALS = (0.0, -1.5, 1e308, float("inf"), float("nan"))


class MessageWriter:
    """Generates messages of any type; the same random generator gives the same messages."""

    def __init__(self, rng: random.Random, match_id: str = "") -> None:
        self._rng = rng
        self._match_id = match_id
        """The match that most of them are about."""

    def message(self, descriptor: Descriptor, depth: int = 0) -> Message:
        message: Any = message_class(descriptor)()
        if descriptor.full_name == "google.protobuf.Any":
            # Only a type that is known can be written as JSON.
            message.Pack(ErrorInfo(reason=text(self._rng, "reason"), domain="clio.v1"))
            return message  # type: ignore[no-any-return]
        for field in self._chosen(descriptor) if depth < DEEPEST else ():
            if self._rng.random() < 0.75:
                self._fill(message, field, depth)
        return message

    def _chosen(self, descriptor: Descriptor) -> list[FieldDescriptor]:
        """All fields, but one only of each ``oneof``; a move is mostly either typed or text, as both must agree."""
        rivals = [list(oneof.fields) for oneof in descriptor.oneofs]
        if descriptor.full_name == "clio.v1.Move":
            rivals[0].append(descriptor.fields_by_name["notation"])
        losers = {field.name for group in rivals for field in group} - {
            self._rng.choice(group).name for group in rivals
        }
        return [field for field in descriptor.fields if field.name not in losers]

    def _fill(self, message: Any, field: FieldDescriptor, depth: int) -> None:
        if not field.is_repeated:
            if field.message_type is not None:
                getattr(message, field.name).CopyFrom(self.message(field.message_type, depth + 1))
            else:
                setattr(message, field.name, self._value(field))
            return
        values = getattr(message, field.name)
        count = self._rng.choice((0, 1, 1, 2, 3, 60 if depth < 2 else 4))
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            key, value = field.message_type.fields
            for _ in range(count):
                if value.message_type is not None:
                    values[self._value(key)].CopyFrom(self.message(value.message_type, depth + 1))
                else:
                    values[self._value(key)] = self._value(value)
        elif field.message_type is not None:
            values.extend([self.message(field.message_type, depth + 1) for _ in range(count)])
        else:
            values.extend([self._value(field) for _ in range(count)])

    def _value(self, field: FieldDescriptor) -> Any:
        rng = self._rng
        if field.enum_type is not None:
            known = [value.number for value in field.enum_type.values]
            return rng.choice([*known, rng.choice((-1, 99, 2**31 - 1, -(2**31)))])
        if field.cpp_type in _INTEGERS:
            if field.name in _DEMANDING and rng.random() < 0.7:
                return 0
            least, most = _INTEGERS[field.cpp_type]
            number = rng.choice(NUMBERS) if rng.random() < 0.5 else rng.randrange(-2, 30)
            return min(max(number, least), most)
        if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
            return rng.random() < 0.5
        if field.cpp_type != FieldDescriptor.CPPTYPE_STRING:
            return rng.choice(_REALS)
        if field.type == FieldDescriptor.TYPE_BYTES:
            return rng.randbytes(rng.choice((0, 1, 32, 32, 64, 65, 3000)))
        if field.name == "match_id" and self._match_id and rng.random() < 0.7:
            return self._match_id
        return text(rng, field.name)


def broken(rng: random.Random, content: bytes) -> bytes:
    """The bytes of a message, damaged: often no message any more, sometimes another one."""
    return rng.choice(_DAMAGES)(rng, content)


def _flipped(rng: random.Random, content: bytes) -> bytes:
    damaged = bytearray(content or b"\0")
    for _ in range(rng.choice((1, 1, 2, 8))):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def _cut(rng: random.Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _doubled(rng: random.Random, content: bytes) -> bytes:
    return content * rng.choice((2, 3, 20))


def _spliced(rng: random.Random, content: bytes) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + rng.randbytes(rng.choice((1, 4, 200))) + content[place:]


def _other_message(rng: random.Random, content: bytes) -> bytes:
    other = MessageWriter(rng).message(METHODS[rng.choice(sorted(METHODS))].request).SerializeToString()
    return rng.choice((other, content + other, other + content))


def _noise(rng: random.Random, _content: bytes) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 5, 100, 5000)))


def _nested(rng: random.Random, content: bytes) -> bytes:
    """Groups in groups in groups, or fields in fields, deeper than any parser should follow."""
    depth = rng.choice((10, 99, 101, 5000))
    if rng.random() < 0.5:
        return b"\x0b" * depth + content
    for _ in range(min(depth, 300)):
        content = b"\x12" + _varint(len(content)) + content
    return content


def _lying_length(rng: random.Random, content: bytes) -> bytes:
    return content + bytes([rng.choice((0x0A, 0x12, 0x1A, 0x22))]) + _varint(rng.choice((1, 2**31 - 1, 2**32, 2**63)))


def _endless_number(rng: random.Random, content: bytes) -> bytes:
    return content + bytes([rng.choice((0x08, 0x10, 0x18))]) + b"\xff" * rng.choice((9, 10, 11, 64)) + b"\x01"


def _not_text(rng: random.Random, content: bytes) -> bytes:
    return content + b"\x0a\x04" + rng.choice((b"\xff\xfe\xfd\xfc", b"\xed\xa0\x80x", b"\xc0\x80ab"))


def _too_large(rng: random.Random, content: bytes) -> bytes:
    return content + b"\x0a" + _varint(70_000) + b"x" * 70_000 if rng.random() < 0.3 else content


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


_DAMAGES = (
    *(_flipped, _cut, _doubled, _spliced, _other_message, _noise, _nested),
    *(_lying_length, _endless_number, _not_text, _too_large),
)
