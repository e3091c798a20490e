"""Draw tables: which facts of a game show which draws. They let a verifier check chance without the rules."""

from collections.abc import Iterable, Mapping

import msgspec


class Shown(msgspec.Struct, frozen=True):
    """A field of an event type; ``where`` (field, value) selects the events whose other field has that value."""

    event: str
    field: str
    where: tuple[str, str] | None = None


class NumberDraw(msgspec.Struct, frozen=True):
    """One number below ``among`` (0: below the number of seats), drawn if the option (name, value) has that value.

    With any other value of the option nothing is drawn: the number is ``otherwise`` or, without it, that value.
    """

    label: str
    shown: Shown
    among: int = 0
    option: tuple[str, str] | None = None
    otherwise: int | None = None


class FirstOfEachDraw(msgspec.Struct, frozen=True):
    """The first component of each group in a shuffled pool.

    A group lists ids; one that ends in a hyphen is a prefix and matches all ids that begin with it.
    """

    label: str
    pool: Shown
    shown: Shown
    groups: tuple[tuple[str, ...], ...]


class DeckDraw(msgspec.Struct, frozen=True):
    """A pool without the components in ``less``, shuffled and drawn from the top.

    ``refill`` shows the pool of the next shuffle, whose label ends in ``#2`` and so on. ``numbered`` is the field of
    the same event that has the number of the shuffle.
    """

    label: str
    pool: Shown
    shown: tuple[Shown, ...]
    less: Shown | None = None
    refill: Shown | None = None
    numbered: str = ""


Draw = NumberDraw | FirstOfEachDraw | DeckDraw


def pools_of(draws: Iterable[Draw]) -> Mapping[str, tuple[str, ...]]:
    """The fields that hold pools, by event type."""
    found: dict[str, tuple[str, ...]] = {}
    for draw in draws:
        if not isinstance(draw, NumberDraw):
            refill = draw.refill if isinstance(draw, DeckDraw) else None
            for shown in filter(None, (draw.pool, refill)):
                found[shown.event] = tuple(dict.fromkeys((*found.get(shown.event, ()), shown.field)))
    return found


def fields_of(draws: Iterable[Draw]) -> Mapping[str, frozenset[str]]:
    """Every field that the table names, by event type."""
    found: dict[str, frozenset[str]] = {}
    for draw in draws:
        for shown in _shown(draw):
            where = () if shown.where is None else shown.where[:1]
            found[shown.event] = found.get(shown.event, frozenset()) | {shown.field, *where}
    return found


def _shown(draw: Draw) -> Iterable[Shown]:
    match draw:
        case NumberDraw():
            return (draw.shown,)
        case FirstOfEachDraw():
            return (draw.pool, draw.shown)
        case DeckDraw():
            number = Shown(draw.refill.event, draw.numbered) if draw.refill and draw.numbered else None
            return tuple(filter(None, (draw.pool, draw.less, draw.refill, number, *draw.shown)))
