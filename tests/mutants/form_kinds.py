"""The form of the games' events: what the tables name is a matter of fairness, all the rest of the rules."""

from collections.abc import Iterator

from tests.kit.draw_fields import CHOSEN, DRAWN_LISTS, DRAWN_SECRETS, POOLS
from tests.mutants.bases import bases
from tests.mutants.draft import Draft
from tests.mutants.kind import FAIRNESS, LEGALITY, Case, Cases, Kind, game_events, sealed_events, with_values
from tests.mutants.values import of_another_type

TABLES: set[tuple[str, str]] = {
    *DRAWN_LISTS.items(),
    *((type_, name) for type_, names in POOLS.items() for name in names),
    *((type_, names[0]) for type_, names in CHOSEN.items()),
    ("akrotiri.TilesReshuffled", "shuffle"),
}
"""Public fields that the tables name."""
DECK = ("akrotiri.MapDrawn", "deck")
"""Says which deck a card is of: another one shows no draw, and the next draw of the deck does not fit."""


def _fields() -> list[tuple[str, str]]:
    found = {
        (entry.type, name)
        for draft in bases(marked=True)
        for entry in draft.entries
        if not entry.type.startswith("match.")
        for name in entry.public
    }
    return sorted(found - {DECK})


def _having(type_: str, name: str) -> Cases:
    return lambda draft: [(place,) for place in draft.find(type_) if name in draft.entries[place].public]


def _removed(type_: str, name: str, level: int) -> Kind:
    def change(draft: Draft, place: int) -> None:
        del draft.entries[place].public[name]

    return Kind(f"{type_}.{name} removed", level, _having(type_, name), change)


def _retyped(type_: str, name: str, level: int) -> Kind:
    def cases(draft: Draft) -> Iterator[Case]:
        for (place,) in _having(type_, name)(draft):
            for strange in of_another_type(draft.entries[place].public[name]):
                yield place, strange

    def change(draft: Draft, place: int, value: object) -> None:
        draft.entries[place].public[name] = value

    return Kind(f"{type_}.{name} of another type", level, cases, change)


def _secret_retyped(type_: str) -> Kind:
    name = DRAWN_SECRETS[type_]

    def change(draft: Draft, place: int, value: object) -> None:
        opening = next(opening for opening in draft.entries[place].openings if opening["field"] == name)
        opening["value"] = value

    cases = with_values(lambda draft: [(place,) for place in draft.find(type_)], [None, 7, True, ["x"], {}])
    return Kind(f"{type_}.{name} of another type, sealed again", FAIRNESS, cases, change)


def _key_too_many(draft: Draft, place: int) -> None:
    draft.entries[place].public["zz"] = "x"


def _secret_too_many(draft: Draft, place: int) -> None:
    entry = draft.entries[place]
    entry.event["sealed"]["zz"] = ""
    entry.openings.append({"field": "zz", "salt": "", "seq": 0, "value": 1})


def _other_type(draft: Draft, place: int) -> None:
    event = draft.entries[place].event
    event["type"] = f"{draft.header['game']}.Invented"


def _outside_the_tables(draft: Draft) -> Iterator[Case]:
    shown = {type_ for type_, _ in TABLES} | set(DRAWN_SECRETS)
    return (case for case in game_events(draft) if draft.entries[case[0]].type not in shown)


def _invented(draft: Draft, place: int) -> None:
    near = draft.entries[place].event
    draft.insert(place + 1, f"{draft.header['game']}.Invented", {}, actor=near["actor"], request=near["request"])


def _followers(draft: Draft) -> Iterator[Case]:
    """Events outside the tables that are not the first of their request."""
    for (place,) in _outside_the_tables(draft):
        if draft.entries[place - 1].event["request"] == draft.entries[place].event["request"]:
            yield (place,)


def _drop(draft: Draft, place: int) -> None:
    del draft.entries[place]


def _double(draft: Draft, place: int) -> None:
    draft.entries.insert(place, draft.copy().entries[place])


KINDS = (
    *(_removed(type_, name, FAIRNESS if (type_, name) in TABLES else LEGALITY) for type_, name in _fields()),
    *(_retyped(type_, name, FAIRNESS if (type_, name) in TABLES else LEGALITY) for type_, name in _fields()),
    *(_secret_retyped(type_) for type_ in DRAWN_SECRETS),
    Kind("a game's event with a key too many", LEGALITY, game_events, _key_too_many),
    Kind("a game's event with a secret too many", LEGALITY, sealed_events, _secret_too_many),
    Kind("a game's event of a type that does not exist", LEGALITY, _outside_the_tables, _other_type),
    Kind("a game's event invented", LEGALITY, game_events, _invented),
    Kind("a game's event missing", LEGALITY, _followers, _drop),
    Kind("a game's event twice", LEGALITY, _outside_the_tables, _double),
)
