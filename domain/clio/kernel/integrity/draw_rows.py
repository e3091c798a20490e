"""Draw tables as data: the rows in which docs/record.md, the stand-alone verifiers and the first event hold them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.draw_table import DeckDraw, Draw, FirstOfEachDraw, NumberDraw, Shown

Form = Literal["integer", "text", "texts", "pool"]
Forms = Mapping[str, Mapping[str, Form]]
"""The form of every field that a table names, by event type."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A part of a row; what is absent by default is never written."""


class RowCondition(_Row, frozen=True):
    """Selects the events whose ``field`` has that text."""

    field: str
    value: str


class RowOption(_Row, frozen=True):
    """An option of the match, and the value with which something is drawn."""

    option: str
    value: str


class ShownField(_Row, frozen=True):
    """A field that shows draws: an integer of a number, else one component, or several where ``is_list``."""

    event: str
    field: str
    is_list: bool = False
    where: RowCondition | UnsetType = UNSET


class PoolField(_Row, frozen=True):
    """A field that shows a pool: component ids and their counts."""

    event: str
    field: str


class RefillField(_Row, frozen=True):
    """A field that shows the pool of the next shuffle, and the field with the number of that shuffle."""

    event: str
    field: str
    counter: str | UnsetType = UNSET


class RowGroup(_Row, frozen=True):
    """Component ids; one that ends in a hyphen is a prefix."""

    ids: tuple[str, ...]


class DrawRow(_Row, frozen=True):
    """One draw: ``number``, ``first_of_each`` or ``deck``; docs/record.md says which keys each has."""

    kind: Literal["number", "first_of_each", "deck"]
    label: str
    shown: tuple[ShownField, ...]
    among: int | UnsetType = UNSET
    drawn_if: RowOption | UnsetType = UNSET
    otherwise: int | UnsetType = UNSET
    pool: PoolField | UnsetType = UNSET
    less: str | UnsetType = UNSET
    groups: tuple[RowGroup, ...] | UnsetType = UNSET
    refill: RefillField | UnsetType = UNSET


def to_rows(draws: Iterable[Draw], events: Iterable[type[msgspec.Struct]]) -> tuple[DrawRow, ...]:
    """A game's draw table as rows; the classes of its events say which fields are lists."""
    lists = {
        (event.__name__, field.name)
        for event in events
        for field in msgspec.structs.fields(event)
        if "tuple[" in str(field.type)
    }
    return tuple(_row(draw, lists) for draw in draws)


def _row(draw: Draw, lists: set[tuple[str, str]]) -> DrawRow:
    def shown(each: Shown) -> ShownField:
        where = UNSET if each.where is None else RowCondition(*each.where)
        return ShownField(each.event, each.field, (each.event, each.field) in lists, where)

    match draw:
        case NumberDraw():
            return DrawRow(
                "number",
                draw.label,
                (shown(draw.shown),),
                among=draw.among or UNSET,
                drawn_if=UNSET if draw.option is None else RowOption(*draw.option),
                otherwise=UNSET if draw.otherwise is None else draw.otherwise,
            )
        case FirstOfEachDraw():
            groups = tuple(map(RowGroup, draw.groups))
            return DrawRow("first_of_each", draw.label, (shown(draw.shown),), pool=_pool(draw.pool), groups=groups)
        case DeckDraw(refill=refill):
            return DrawRow(
                "deck",
                draw.label,
                tuple(map(shown, draw.shown)),
                pool=_pool(draw.pool),
                less=UNSET if draw.less is None else draw.less.field,
                refill=UNSET if refill is None else RefillField(refill.event, refill.field, draw.numbered or UNSET),
            )


def _pool(shown: Shown) -> PoolField:
    return PoolField(shown.event, shown.field)


def to_draws(rows: Sequence[DrawRow]) -> tuple[Draw, ...]:
    """The draw table that valid rows describe."""
    return tuple(map(_draw, rows))


def _draw(row: DrawRow) -> Draw:
    shown = tuple(
        Shown(each.event, each.field, (each.where.field, each.where.value) if each.where else None)
        for each in row.shown
    )
    pool = Shown(row.pool.event, row.pool.field) if row.pool else Shown("", "")
    if row.kind == "number":
        option = (row.drawn_if.option, row.drawn_if.value) if row.drawn_if else None
        otherwise = None if row.otherwise is UNSET else row.otherwise
        return NumberDraw(row.label, shown[0], row.among or 0, option, otherwise)
    if row.kind == "first_of_each":
        return FirstOfEachDraw(row.label, pool, shown[0], tuple(group.ids for group in row.groups or ()))
    less = None if row.less is UNSET else Shown(pool.event, row.less)
    refill = Shown(row.refill.event, row.refill.field) if row.refill else None
    return DeckDraw(row.label, pool, shown, less, refill, (row.refill.counter or "") if row.refill else "")


def forms_of(rows: Iterable[DrawRow]) -> Forms:
    """The forms of all fields that valid rows name."""
    forms: dict[str, dict[str, Form]] = {}
    for event, field, form in named_fields(rows):
        forms.setdefault(event, {})[field] = form
    return forms


def named_fields(rows: Iterable[DrawRow]) -> Iterator[tuple[str, str, Form]]:
    """Every field that the rows name: event type, field and form."""
    for row in rows:
        for shown in row.shown:
            form: Form = "integer" if row.kind == "number" else "texts" if shown.is_list else "text"
            yield shown.event, shown.field, form
        if row.pool:
            yield row.pool.event, row.pool.field, "pool"
            if row.less is not UNSET:
                yield row.pool.event, row.less, "texts"
        if row.refill:
            yield row.refill.event, row.refill.field, "pool"
            if row.refill.counter is not UNSET:
                yield row.refill.event, row.refill.counter, "integer"


def digest_of(rows: Sequence[DrawRow]) -> str:
    """The SHA-256 of a table's canonical bytes (hex), by which a reader names it."""
    return sha256(canonical(rows)).hexdigest()
