"""Protobuf messages of any game as text, by reflection."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clio.cli.i18n.translate import filled, t
from clio.cli.render.component_counts import component_id, counts_of, is_count
from clio.cli.render.json_output import fields_of, is_map
from clio.v1.component_text_pb2 import ComponentText
from clio.v1.outcome_pb2 import ScoreLine

Names = Mapping[int, str]
"""Player names by seat."""

_LONG_HEX: Final = re.compile(r"[0-9a-f]{32,}")
_SHOWN_HEX: Final = 8
_MAX_LISTED: Final = 6
_MESSAGE_IDS: Final = frozenset({"clio.v1.AkrosComponents.title", "clio.v1.AkrosComponents.about"})
"""Text fields that hold message ids."""


def label(name: str) -> str:
    """Splits the name of a field or type, such as ``entrance_free`` or ``TilesDrawn``, into words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


def seat_name(seat: int, names: Names) -> str:
    """A seat with its player's name."""
    if seat < 0:
        return t("the game")
    number = filled("seat {seat}", seat=seat)
    return f"{names[seat]} ({number})" if names.get(seat) else number


def field_in_words(field: FieldDescriptor, value: Any, names: Names) -> str:  # noqa: ANN401 (whatever the field holds)
    """Formats a field's value; empty for an empty value."""
    if is_map(field):
        return ", ".join(_counted(key, item) for key, item in sorted(value.items()) if item != 0)
    if is_count(field):
        return ", ".join(_counted(key, item) for key, item in sorted(counts_of(value).items()) if item)
    if field.message_type is ScoreLine.DESCRIPTOR:
        return _points(value)
    if field.is_repeated:
        return ", ".join(_single(field, item, names) for item in value)
    return _single(field, value, names)


def message_in_words(message: Message, names: Names, but: frozenset[str] = frozenset()) -> str:
    """Formats every non-empty field with its name."""
    parts = []
    for field in fields_of(message):
        if field.name in but or (field.has_presence and not message.HasField(field.name)):
            continue
        value = getattr(message, field.name)
        if isinstance(value, bool):
            parts += [t(label(field.name))] if value else []
        elif value == 0 and not _is_seat(field) and isinstance(value, int):
            continue
        elif _is_crowd(field, value):
            parts.append(f"{_size(field, value)} {t(label(field.name))}")
        elif text := field_in_words(field, value, names):
            parts.append(f"{t(label(field.name))} {text}")
    return "; ".join(parts)


def _single(field: FieldDescriptor, value: Any, names: Names) -> str:  # noqa: ANN401 (whatever the field holds)
    if isinstance(value, ComponentText):
        return f"{t(value.title)}: {t(value.text)}"
    if isinstance(value, Message):
        inside = message_in_words(value, names)
        return f"({inside})" if inside else ""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if field.enum_type is not None:
        return t(component_id(field.enum_type, value))
    if _is_seat(field) and isinstance(value, int):
        return seat_name(value, names)
    if isinstance(value, bytes):
        return _shortened(value.hex())
    if field.full_name in _MESSAGE_IDS:
        return t(value)
    return _shortened(str(value))


def _points(lines: Iterable[ScoreLine]) -> str:
    """Sums the points by rule, without rules that gave none."""
    sums = Counter[str]()
    for line in lines:
        sums[t(line.rule.rpartition("-")[2].lower())] += line.points
    return ", ".join(f"{rule} {points}" for rule, points in sums.items() if points)


def _is_crowd(field: FieldDescriptor, value: Any) -> bool:  # noqa: ANN401 (whatever the field holds)
    """Whether a list is too long for a line, such as all regions of a board or all cards of a deck."""
    return field.is_repeated and field.message_type is not None and len(value) > _MAX_LISTED


def _size(field: FieldDescriptor, value: Any) -> int:  # noqa: ANN401 (whatever the field holds)
    if is_count(field):
        return sum(counts_of(value).values())
    return sum(value.values()) if isinstance(value, Mapping) else len(value)


def _is_seat(field: FieldDescriptor) -> bool:
    return field.name == "seat" or field.name.endswith("_seat") or field.name == "winners"


def _counted(key: str, value: object) -> str:
    return f"{value} {t(key)}" if isinstance(value, int) else f"{key}={value}"


def _shortened(text: str) -> str:
    return f"{text[:_SHOWN_HEX]}…" if _LONG_HEX.fullmatch(text) else text
