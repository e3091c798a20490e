"""Checks the draws that facts show against chance; without chance it collects them, as in a fork's history."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance, Known
from clio.kernel.integrity.draw_table import DeckDraw, Draw, FirstOfEachDraw, NumberDraw, Shown
from clio.kernel.limits import is_impossible_pool
from clio.kernel.match.deck_draws import DeckDraws, laid_out
from clio.kernel.message import NO_MESSAGE, Message, message

Check = Callable[["DrawChecker", Any], Message]
"""Takes the checker as an argument: a bound method would make a reference cycle."""


class DrawChecker:
    """The draws of one match. ``see`` returns why a fact differs from what chance gives; empty if it does not.

    While ``chance`` is None nothing is compared: the draws shown count as fixed, as in the history of a fork.
    """

    def __init__(self, draws: tuple[Draw, ...], options: Mapping[str, str], seats: int) -> None:
        self.chance: Chance | None = None
        self._draws: Final = draws
        self._options: Final = options
        self._seats: Final = seats
        self._numbers: Final[dict[str, int]] = {}
        self._decks: Final = {draw.label: DeckDraws(draw.label) for draw in draws if isinstance(draw, DeckDraw)}
        self._settled: Final[dict[str, list[str]]] = {}
        self._walked: Final[set[str]] = set()
        self._checks: Final[dict[str, list[Check]]] = {}
        for draw in draws:
            self._register(draw)

    def see(self, fact: GameEvent) -> Message:
        """Checks the next fact."""
        return self._see(type(fact).__name__, fact)

    def see_fields(self, event: str, fields: Mapping[str, object]) -> Message:
        """Checks the readable fields of a fact that could not be decoded as its type."""
        return self._see(event, _Fields(fields))

    def _see(self, event: str, fact: object) -> Message:
        checks = self._checks.get(event)
        if checks is None:
            return NO_MESSAGE
        for check in checks:
            if why := check(self, fact):
                return why
        return NO_MESSAGE

    def wants(self, event: str) -> bool:
        """Whether facts of that type show draws."""
        return event in self._checks

    def duplicate(self) -> "DrawChecker":
        """An independent copy."""
        copy = DrawChecker(self._draws, self._options, self._seats)
        copy.chance = self.chance
        copy._numbers.update(self._numbers)
        copy._settled.update(self._settled)
        copy._walked.update(self._walked)
        for label, deck in self._decks.items():
            copy._decks[label].copy_from(deck)
        return copy

    def known(self) -> Known:
        """The draws that the facts so far have fixed."""
        orders = {label: tuple(drawn) for label, drawn in self._settled.items()}
        for deck in self._decks.values():
            orders |= {name: tuple(drawn) for name, drawn in deck.orders.items()}
        return Known(orders, dict(self._numbers))

    def _register(self, draw: Draw) -> None:
        match draw:
            case NumberDraw():
                chosen = None if draw.option is None else self._options.get(*draw.option)
                if draw.option is None or chosen == draw.option[1]:
                    self._on(draw.shown, partial(DrawChecker._number, draw=draw))
                else:
                    due = chosen if draw.otherwise is None else str(draw.otherwise)
                    self._on(draw.shown, partial(DrawChecker._chosen, field=draw.shown.field, due=due))
            case FirstOfEachDraw():
                self._on(draw.pool, partial(DrawChecker._first_of_each, draw=draw))
            case DeckDraw():
                deck = self._decks[draw.label]
                self._on(draw.pool, partial(DrawChecker._pool, deck=deck, draw=draw))
                if draw.refill is not None:
                    self._on(draw.refill, partial(DrawChecker._refilled, deck=deck, draw=draw, refill=draw.refill))
                for shown in draw.shown:
                    self._on(shown, partial(DrawChecker._drawn, deck=deck, shown=shown))

    def _on(self, shown: Shown, check: Check) -> None:
        self._checks.setdefault(shown.event, []).append(_where(shown, check))

    def _chosen(self, fact: object, field: str, due: str | None) -> Message:
        value = getattr(fact, field)
        if isinstance(value, int) and str(value) == due:
            return NO_MESSAGE
        return message("{field} is {value}, the options say {due}", field=field, value=repr(value), due=due or "")

    def _number(self, fact: object, draw: NumberDraw) -> Message:
        value = getattr(fact, draw.shown.field)
        if value is msgspec.UNSET:
            return message("the event does not show {field}", field=draw.shown.field)
        if self.chance is None:
            self._numbers[draw.label] = value
            return NO_MESSAGE
        due = self.chance.below(draw.label, draw.among or self._seats)
        return (
            NO_MESSAGE
            if value == due
            else message(
                "{field} is {value}, the stream {label} gives {due}",
                field=draw.shown.field,
                value=repr(value),
                label=draw.label,
                due=due,
            )
        )

    def _first_of_each(self, fact: object, draw: FirstOfEachDraw) -> Message:
        if draw.label in self._walked:
            return message("the pool of {label} is shown twice", label=draw.label)
        self._walked.add(draw.label)
        tiles = _listed(fact, draw.shown)
        if tiles is None:
            return message("the event does not show {field}", field=draw.shown.field)
        pool = _counts(fact, draw.pool)
        if pool is None or is_impossible_pool(pool):
            return message("the pool of {label} cannot be", label=draw.label)
        if self.chance is None:
            self._settled[draw.label] = list(tiles)
            return NO_MESSAGE
        due = _firsts(self.chance.shuffle(draw.label, laid_out(pool)), draw.groups)
        return (
            NO_MESSAGE
            if tiles == due
            else message(
                "{field} are {tiles}, the shuffle {label} gives {due}",
                field=draw.shown.field,
                tiles=", ".join(tiles),
                label=draw.label,
                due=", ".join(due),
            )
        )

    def _pool(self, fact: object, deck: "DeckDraws", draw: DeckDraw) -> Message:
        if deck.shuffles:
            return message("the pool of {label} is shown twice", label=draw.label)
        pool = _counts(fact, draw.pool)
        if pool is None:
            return message("the pool of {label} cannot be", label=draw.label)
        if draw.less is not None:
            less = _listed(fact, draw.less)
            if less is None:
                return message("the event does not show {field}", field=draw.less.field)
            for tile in less:
                if not pool.get(tile):
                    return message("{tile} is not in the pool of {label}", tile=repr(tile), label=draw.label)
                pool[tile] -= 1
        return deck.shuffle(pool)

    def _refilled(self, fact: object, deck: "DeckDraws", draw: DeckDraw, refill: Shown) -> Message:
        if not deck.shuffles:
            return message("{label} is shuffled again before its pool is shown", label=draw.label)
        if draw.numbered and getattr(fact, draw.numbered) != deck.shuffles + 1:
            return message(
                "{field} is {value}, due is {due}",
                field=draw.numbered,
                value=repr(getattr(fact, draw.numbered)),
                due=deck.shuffles + 1,
            )
        return deck.shuffle(_counts(fact, refill))

    def _drawn(self, fact: object, deck: "DeckDraws", shown: Shown) -> Message:
        tiles = _listed(fact, shown)
        if tiles is None:
            return message("the event does not show {field}", field=shown.field)
        return deck.draw(tiles, self.chance)


class _Fields:
    """The readable fields of a fact; all others are UNSET."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> object:
        return msgspec.UNSET


def _where(shown: Shown, check: Check) -> Check:
    if shown.where is None:
        return check
    field, value = shown.where
    return lambda checker, fact: check(checker, fact) if getattr(fact, field) == value else NO_MESSAGE


def _listed(fact: object, shown: Shown) -> tuple[str, ...] | None:
    value: Any = getattr(fact, shown.field)
    if value is msgspec.UNSET:
        return None
    return value if isinstance(value, tuple) else (value,)


def _counts(fact: object, shown: Shown) -> dict[str, int] | None:
    value: Any = getattr(fact, shown.field)
    return None if value is msgspec.UNSET else dict(value)


def _firsts(order: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    met: dict[tuple[str, ...], str] = {}
    for tile in order:
        group = next((group for group in groups if _belongs(tile, group)), None)
        if group is not None and group not in met:
            met[group] = tile
            if len(met) == len(groups):
                break
    return tuple(met.values())


def _belongs(tile: str, group: tuple[str, ...]) -> bool:
    return any(tile.startswith(name) if name.endswith("-") else tile == name for name in group)
