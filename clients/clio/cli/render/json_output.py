"""Protobuf messages as JSON values, as ``--json`` prints them."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp

from clio.cli.render.component_counts import component_id, counts_of, is_count
from clio.cli.render.struct_values import plain_struct

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

_JSON_INSIDE: Final = frozenset({"clio.v1.Components.content", "clio.v1.Event.canonical", "clio.v1.Opening.value"})
"""Bytes fields that hold text: the canonical JSON of the record."""


def to_json_value(message: Message) -> dict[str, Plain]:
    """Converts a message to a dictionary by field names: ids for enums, hex for bytes, no absent fields."""
    return {
        field.name: _field(field, getattr(message, field.name))
        for field in fields_of(message)
        if not field.has_presence or message.HasField(field.name)
    }


def fields_of(message: Message) -> Sequence[FieldDescriptor]:
    """The fields of a message's type, in the order of their numbers."""
    return cast("Sequence[FieldDescriptor]", message.DESCRIPTOR.fields)


def is_map(field: FieldDescriptor) -> bool:
    """Whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _field(field: FieldDescriptor, value: Any) -> Plain:  # noqa: ANN401 (whatever the field holds)
    if field.message_type is not None and is_map(field):
        inner = field.message_type.fields_by_name["value"]
        return {str(key): single(inner, item) for key, item in sorted(value.items())}
    if is_count(field):
        return cast("Plain", counts_of(value))
    if field.is_repeated:
        return [single(field, item) for item in value]
    return single(field, value)


def single(field: FieldDescriptor, value: Any) -> Plain:  # noqa: ANN401 (whatever the field holds)
    """Converts one value of a field."""
    if isinstance(value, Timestamp | Duration):
        return value.ToJsonString()
    if isinstance(value, Struct):
        return cast("Plain", plain_struct(value))
    if isinstance(value, Message):
        return to_json_value(value)
    if isinstance(value, bytes):
        return value.decode(errors="replace") if field.full_name in _JSON_INSIDE else value.hex()
    if field.enum_type is not None:
        return component_id(field.enum_type, value)
    return cast("Plain", value)
