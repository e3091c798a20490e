"""Games that no verifier knows: their draw table stands in event 1, and what it names must be fair and bounded."""

import json
from collections.abc import Callable
from typing import Any

from clio.games.registry import BUILT_IN
from clio.kernel.integrity.canonical import canonical
from tests.kit.draw_fields import DRAWN_LISTS, POOLS
from tests.mutants.chance_kinds import own
from tests.mutants.draft import Draft
from tests.mutants.kind import FAIRNESS, INTEGRITY, LEGALITY, NOT_JUDGED, OWN_TABLE, Cases, Kind, once, with_values
from tests.mutants.values import STRANGE

FOREIGN = "nobodys_game"
Rows = list[dict[str, Any]]


def rows_of(game: str) -> Rows:
    rows: Rows = json.loads(canonical(BUILT_IN[game].draw_rows()))
    return rows


def _foreign(draft: Draft) -> None:
    """Renames the game: the record is as good as before, but nobody knows its rules."""
    game = draft.header["game"]
    draft.header["game"] = draft.entries[0].public["game"] = FOREIGN
    draft.entries[0].public["draws"] = rows_of(game)
    for entry in draft.entries:
        prefix, _, name = entry.type.partition(".")
        if prefix == game:
            entry.event["type"] = f"{FOREIGN}.{name}"


def foreign(name: str, level: int, cases: Cases, change: Callable[..., None]) -> Kind:
    """A kind that changes a record of an unknown game."""

    def changed(draft: Draft, *case: Any) -> None:
        _foreign(draft)
        change(draft, *case)

    return Kind(f"unknown game: {name}", level, cases, changed)


def no_fork(draft: Draft) -> list[tuple[()]]:
    """One case for every record whose draws all follow from its own chance."""
    return [] if "forked_from" in draft.entries[0].public else [()]


def with_table(name: str, level: int, change: Callable[[Rows], Any], cases: Cases = once) -> Kind:
    """A kind whose table was changed, or replaced by what the change returns."""

    def changed(draft: Draft) -> None:
        public = draft.entries[0].public
        told = change(public["draws"])
        if told is not None:
            public["draws"] = told

    return foreign(f"table {name}", level, cases, changed)


def _deck(rows: Rows) -> dict[str, Any]:
    return next(row for row in rows if row["kind"] == "deck")


def _number(rows: Rows) -> dict[str, Any]:
    return next(row for row in rows if row["kind"] == "number")


def _first_of_each(rows: Rows) -> dict[str, Any]:
    event = _deck(rows)["pool"]["event"]
    row = {
        "groups": [{"ids": ["a-"]}],
        "kind": "first_of_each",
        "label": "extra",
        "pool": {"event": event, "field": "more"},
        "shown": [{"event": event, "field": "chosen", "is_list": True}],
    }
    rows.append(row)
    return row


def _put(row: Callable[[Rows], dict[str, Any]], **fields: Any) -> Callable[[Rows], None]:
    return lambda rows: row(rows).update(fields)


def _without(row: Callable[[Rows], dict[str, Any]], name: str) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        del row(rows)[name]

    return change


def _shown(rows: Rows) -> dict[str, Any]:
    shown: dict[str, Any] = _deck(rows)["shown"][0]
    return shown


def _many(rows: Rows, count: int) -> Rows:
    return [{**_number(rows), "label": f"n{number}"} for number in range(count)]


def _own_lists(draft: Draft) -> list[tuple[int, str]]:
    return [
        (place, field)
        for type_, field in DRAWN_LISTS.items()
        for place in own(draft, type_)
        if draft.entries[place].public[field]
    ]


def _another_draw(draft: Draft, place: int, field: str) -> None:
    draft.entries[place].public[field][0] = "nobody-has-it"


def _no_draw(draft: Draft, place: int, field: str) -> None:
    del draft.entries[place].public[field]


def _one_text(draft: Draft, place: int, field: str) -> None:
    draft.entries[place].public[field] = draft.entries[place].public[field][0]


def _pools(draft: Draft) -> list[tuple[int, str]]:
    return [(place, field) for type_, fields in POOLS.items() for place in draft.find(type_) for field in fields]


def _large_pool(draft: Draft, place: int, field: str) -> None:
    draft.entries[place].public[field] = {"x": 10**12}


def _negative_pool(draft: Draft, place: int, field: str) -> None:
    draft.entries[place].public[field] = {"x": -1}


def _pool_of_texts(draft: Draft, place: int, field: str) -> None:
    draft.entries[place].public[field] = {"x": "1"}


def _schema(draft: Draft, place: int, _field: str) -> None:
    draft.entries[place].event["schema"] = 2


def _no_table(draft: Draft) -> None:
    del draft.entries[0].public["draws"]


def _known_with(change: Callable[[Rows], Rows]) -> Callable[[Draft], None]:
    def changed(draft: Draft) -> None:
        draft.entries[0].public["draws"] = change(rows_of(draft.header["game"]))

    return changed


def _with_other_table(draft: Draft, value: Any) -> None:
    draft.entries[0].public["draws"] = value


KINDS = (
    foreign("with its table", OWN_TABLE, once, lambda draft: None),
    with_table("of no row", OWN_TABLE, lambda rows: []),
    with_table("of 64 rows that nothing shows", OWN_TABLE, lambda rows: [
        {**row, "shown": [{"event": "NeverSeen", "field": "x"}]} for row in _many(rows, 64)
    ]),
    foreign("without a table", NOT_JUDGED, once, _no_table),
    foreign("another schema in the table", NOT_JUDGED, _own_lists, _schema),
    foreign("another draw", FAIRNESS, _own_lists, _another_draw),
    foreign("a draw that is missing", FAIRNESS, _own_lists, _no_draw),
    foreign("a text where the table has a list", FAIRNESS, _own_lists, _one_text),
    foreign("a pool of texts", FAIRNESS, _pools, _pool_of_texts),
    foreign("an enormous pool", INTEGRITY, _pools, _large_pool),
    foreign("a negative pool", INTEGRITY, _pools, _negative_pool),
    with_table("with another label", FAIRNESS, lambda rows: _deck(rows).update(label="another"), no_fork),
    with_table("with a field that no event has", FAIRNESS, lambda rows: _shown(rows).update(field="absent")),
    foreign("that is no table", INTEGRITY, with_values(once, [value for value in STRANGE if value != ["x"]]),
            _with_other_table),
    with_table("of 65 rows", INTEGRITY, lambda rows: _many(rows, 65)),
    with_table("with a row that is none", INTEGRITY, lambda rows: [*rows, None]),
    with_table("with a label twice", INTEGRITY, lambda rows: [*rows, rows[0]]),
    with_table("of an unknown kind", INTEGRITY, _put(_deck, kind="dice")),
    with_table("with an unknown key", INTEGRITY, _put(_deck, more=1)),
    with_table("with a key of another kind", INTEGRITY, _put(_number, less="tiles")),
    with_table("with a null key", INTEGRITY, _put(_deck, less=None)),
    with_table("without a label", INTEGRITY, _without(_deck, "label")),
    with_table("without its pool", INTEGRITY, _without(_deck, "pool")),
    with_table("without fields", INTEGRITY, _put(_deck, shown=[])),
    with_table("with 65 fields", INTEGRITY, lambda rows: _deck(rows).update(
        shown=[{"event": f"E{number}", "field": "x"} for number in range(65)])),
    with_table("with a number in two fields", INTEGRITY, lambda rows: _number(rows)["shown"].append(
        {"event": "X", "field": "x"})),
    with_table("with a label of capitals", INTEGRITY, _put(_deck, label="Bag")),
    with_table("with a label of a reshuffle", INTEGRITY, _put(_deck, label="bag#2")),
    with_table("with a long label", INTEGRITY, _put(_deck, label="x" * 65)),
    with_table("with an event of small letters", INTEGRITY, lambda rows: _shown(rows).update(event="tiles")),
    with_table("with an event of another game", INTEGRITY, lambda rows: _shown(rows).update(event="akros.Tiles")),
    with_table("with a field of underscores", INTEGRITY, lambda rows: _shown(rows).update(field="__class__")),
    with_table("that says no list", INTEGRITY, lambda rows: _shown(rows).update(is_list=False)),
    with_table("with a number as a list", INTEGRITY, lambda rows: _number(rows)["shown"][0].update(is_list=True)),
    with_table("with two forms", INTEGRITY, lambda rows: _shown(rows).update(_deck(rows)["pool"])),
    with_table("with a condition on a number", INTEGRITY, lambda rows: _number(rows)["shown"][0].update(
        where={"field": "x", "value": "y"})),
    with_table("with a condition on no field", INTEGRITY, lambda rows: _shown(rows).update(
        where={"field": "__module__", "value": "y"})),
    with_table("with a condition on an empty text", INTEGRITY, lambda rows: _shown(rows).update(
        where={"field": "x", "value": ""})),
    with_table("among none", INTEGRITY, _put(_number, among=0)),
    with_table("among too many", INTEGRITY, _put(_number, among=1_000_001)),
    with_table("among true", INTEGRITY, _put(_number, among=True)),
    with_table("otherwise less than nothing", INTEGRITY, _put(_number, otherwise=-1)),
    with_table("with a long option", INTEGRITY, _put(_number, drawn_if={"option": "x" * 129, "value": "y"})),
    with_table("with an option without a value", INTEGRITY, _put(_number, drawn_if={"option": "x"})),
    with_table("with a refill of another key", INTEGRITY, _put(_deck, refill={"event": "X", "field": "x", "y": 1})),
    with_table("with a group without ids", INTEGRITY, lambda rows: _first_of_each(rows).update(groups=[{"ids": []}])),
    with_table("with a group of 65 ids", INTEGRITY, lambda rows: _first_of_each(rows).update(
        groups=[{"ids": ["x"] * 65}])),
    with_table("with 65 groups", INTEGRITY, lambda rows: _first_of_each(rows).update(groups=[{"ids": ["x"]}] * 65)),
    with_table("with an empty id", INTEGRITY, lambda rows: _first_of_each(rows).update(groups=[{"ids": [""]}])),
    with_table("with a set-up elsewhere", INTEGRITY, lambda rows: _first_of_each(rows)["pool"].update(event="X")),
    with_table("with a set-up that is no list", INTEGRITY, lambda rows: _first_of_each(rows)["shown"][0].pop("is_list")
               and None),
    with_table("with a set-up that no event shows", FAIRNESS, lambda rows: _first_of_each(rows) and None),
    Kind("known game: another table in event 1", FAIRNESS, once, _known_with(lambda rows: rows[1:])),
    Kind("known game: no row in event 1", FAIRNESS, once, _known_with(lambda rows: [])),
    Kind("known game: its own table in event 1", LEGALITY, once, _known_with(lambda rows: rows)),
)  # fmt: skip
