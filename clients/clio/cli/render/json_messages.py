"""Protobuf messages from JSON values; the inverse of ``to_json_value``."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from clio.cli.render.component_counts import component_number, is_count, set_counts
from clio.cli.render.json_output import fields_of, is_map


def fill(message: Message, values: Mapping[str, Any]) -> None:
    """Sets every field that has a value; ignores names that the message does not know."""
    for field in fields_of(message):
        value = values.get(field.name)
        if value is None:
            continue
        if is_map(field):
            entry = field.message_type
            is_text = entry is not None and entry.fields_by_name["value"].type == FieldDescriptor.TYPE_STRING
            getattr(message, field.name).update({key: str(each) if is_text else each for key, each in value.items()})
        elif is_count(field):
            set_counts(getattr(message, field.name), value)
        elif field.is_repeated:
            _extend(getattr(message, field.name), field, value)
        elif field.message_type is not None:
            part = getattr(message, field.name)
            part.SetInParent()
            if isinstance(part, Struct):
                part.update(value)
            else:
                fill(part, value)
        else:
            setattr(message, field.name, _single(field, value))


def _extend(held: Any, field: FieldDescriptor, values: list[Any]) -> None:  # noqa: ANN401 (a list of any message)
    for value in values:
        if field.message_type is not None:
            fill(held.add(), value)
        else:
            held.append(_single(field, value))


def _single(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401 (whatever the field holds)
    if field.enum_type is not None:
        return component_number(field.enum_type, value)
    # The record writes bytes in hex.
    return bytes.fromhex(value) if field.type == FieldDescriptor.TYPE_BYTES else value
