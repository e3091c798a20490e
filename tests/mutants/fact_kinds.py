"""Facts: every field of every game's events says something else than the rules give, with a right form."""

from collections.abc import Iterator
from typing import Any

from tests.kit.draw_fields import CHOSEN, DRAWN_LISTS, POOLS
from tests.mutants.bases import bases
from tests.mutants.draft import Draft
from tests.mutants.kind import LEGALITY, Case, Cases, Kind

DRAWN = {
    *((type_, name) for type_, name in DRAWN_LISTS.items()),
    *((type_, name) for type_, names in POOLS.items() for name in names),
    *((type_, names[0]) for type_, names in CHOSEN.items()),
    ("akrotiri.MapDrawn", "deck"),
    ("akrotiri.TilesReshuffled", "shuffle"),
}
"""Fields that level 2 judges."""


def _fields() -> list[tuple[str, str]]:
    """Every public field of every type of game event that the bases have."""
    found = {
        (entry.type, name)
        for draft in bases(marked=True)
        for entry in draft.entries
        if not entry.type.startswith("match.")
        for name in entry.public
    }
    return sorted(found - DRAWN)


def _other(value: Any) -> Any:
    """A value of the same form that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, list):
        return value[:-1]
    name = min(value)
    return {**value, name: _other(value[name])}


def _cases(type_: str, name: str) -> Cases:
    def cases(draft: Draft) -> Iterator[Case]:
        for place in draft.find(type_):
            value = draft.entries[place].public.get(name)
            if value is not None and value not in ([], {}):
                yield (place,)

    return cases


def _altered(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        public = draft.entries[place].public
        public[name] = _other(public[name])

    return Kind(f"{type_}.{name} says something else", LEGALITY, _cases(type_, name), change)


KINDS = tuple(_altered(type_, name) for type_, name in _fields())
