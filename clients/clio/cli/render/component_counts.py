"""Counts of components: repeated messages of an enum value and a number, read and written as mappings by id."""

from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message


def is_count(field: FieldDescriptor) -> bool:
    """Whether a field counts components."""
    return field.is_repeated and field.message_type is not None and field.message_type.name.endswith("Count")


def counts_of(rows: Iterable[Message]) -> dict[str, int]:
    """The counts by component id."""
    found = {}
    for row in rows:
        component: Any = row.DESCRIPTOR.fields[0]
        found[component_id(component.enum_type, getattr(row, component.name))] = getattr(row, "count", 0)
    return found


def set_counts(rows: Any, counts: Mapping[str, int]) -> None:  # noqa: ANN401 (protobuf's own container)
    """Replaces the counts."""
    del rows[:]
    for item, number in counts.items():
        row = rows.add(count=number)
        component = row.DESCRIPTOR.fields[0]
        setattr(row, component.name, component_number(component.enum_type, item))


def component_id(enum: EnumDescriptor, number: int) -> str:
    """The game's id of an enum value: AMPHIPOLIS_TILE_MOSAIC_GREEN is mosaic-green; empty for the unspecified value."""
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return "" if number == 0 else value.name.removeprefix(prefix).lower().replace("_", "-")


def component_number(enum: EnumDescriptor, name: str) -> int:
    """The enum value of an id; 0 for an id that the enum does not have."""
    return next((value.number for value in enum.values if component_id(enum, value.number) == name), 0)
