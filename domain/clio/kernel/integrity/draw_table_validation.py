"""Validates the draw table that a record or a plug-in brings along, before anything expands it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET

from clio.kernel.integrity.draw_rows import DrawRow, Form, named_fields
from clio.kernel.limits import MAX_ROW_MEMBERS, MAX_ROW_NUMBER, MAX_ROW_TEXT, MAX_ROWS
from clio.kernel.message import NO_MESSAGE, Message, message

_is_label: Final = re.compile(r"[a-z0-9_./-]{1,64}").fullmatch
_is_event: Final = re.compile(r"[A-Z][A-Za-z0-9]{0,63}").fullmatch
_is_field: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_KEYS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "number": (frozenset(), frozenset({"among", "drawn_if", "otherwise"})),
    "first_of_each": (frozenset({"pool", "groups"}), frozenset()),
    "deck": (frozenset({"pool"}), frozenset({"less", "refill"})),
}
"""By kind the keys beside ``kind``, ``label`` and ``shown`` that a row must have, and those that it may have."""
_SPECIFIC: Final = ("among", "drawn_if", "otherwise", "pool", "less", "groups", "refill")


def fault_in(rows: Sequence[DrawRow]) -> Message:
    """Why these rows are no draw table; empty if they are. Bounds every count before anything expands them."""
    if len(rows) > MAX_ROWS or len({row.label for row in rows}) < len(rows):
        return message("a draw table has at most {most} rows, each with a label of its own", most=MAX_ROWS)
    if why := next(filter(None, map(_fault_in_row, rows)), NO_MESSAGE):
        return why
    seen: dict[tuple[str, str], Form] = {}
    for event, field, form in named_fields(rows):
        if not (_is_event(event) and _is_field(field)) or seen.setdefault((event, field), form) != form:
            return message(
                "{event}.{field} is no field, or has two forms", event=ascii(event[:80]), field=ascii(field[:80])
            )
    return NO_MESSAGE


def _fault_in_row(row: DrawRow) -> Message:
    required, optional = _KEYS[row.kind]
    given = {name for name in _SPECIFIC if getattr(row, name) is not UNSET}
    if not required <= given <= required | optional or not _is_label(row.label):
        return message("a row {kind} lacks a key, has one of another kind or an impossible label", kind=row.kind)
    if not 1 <= len(row.shown) <= (MAX_ROW_MEMBERS if row.kind == "deck" else 1):
        return message("{label} is shown in no field, or in too many", label=row.label)
    if row.kind == "number" and row.shown[0].is_list:
        return message("{label} is a number, not a list", label=row.label)
    conditions = [shown.where.field for shown in row.shown if shown.where]
    if not all(map(_is_field, conditions)) or (conditions and row.kind != "deck"):
        return message("{label} has a condition on no field, or is not a deck", label=row.label)
    if row.kind == "first_of_each" and row.pool and (row.pool.event != row.shown[0].event or not row.shown[0].is_list):
        return message("{label} is not shown as a list beside its pool", label=row.label)
    return _fault_in_sizes(row)


def _fault_in_sizes(row: DrawRow) -> Message:
    texts = [shown.where.value for shown in row.shown if shown.where]
    texts += [row.drawn_if.option, row.drawn_if.value] if row.drawn_if else []
    groups = row.groups or ()
    if len(groups) > MAX_ROW_MEMBERS or any(not 1 <= len(group.ids) <= MAX_ROW_MEMBERS for group in groups):
        return message("{label} has too many groups, or a group with no id or too many", label=row.label)
    if any(not 1 <= len(text) <= MAX_ROW_TEXT for text in (*texts, *(id_ for group in groups for id_ in group.ids))):
        return message("{label} has a text of no character or too many", label=row.label)
    if row.among is not UNSET and not 1 <= row.among <= MAX_ROW_NUMBER:
        return message("{label} draws among {number}", label=row.label, number=row.among)
    if row.otherwise is not UNSET and not 0 <= row.otherwise <= MAX_ROW_NUMBER:
        return message("{label} is otherwise {number}", label=row.label, number=row.otherwise)
    return NO_MESSAGE
