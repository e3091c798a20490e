"""Chance: draws that the seed does not give; seeds, entropies and options that the draws do not follow from."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.kit.draw_fields import CHOSEN, DRAWN_LISTS, DRAWN_SECRETS, POOLS
from tests.mutants.draft import Draft
from tests.mutants.kind import FAIRNESS, LEGALITY, Case, Cases, Kind, at, once


def own(draft: Draft, type_: str) -> list[int]:
    """The events of a type that follow the record's own chance: those after the start."""
    start = draft.place("match.Started")
    return [place for place in draft.find(type_) if place > start]


def _lists(type_: str, fewest: int) -> Cases:
    name = DRAWN_LISTS[type_]
    return lambda draft: [
        (place,) for place in own(draft, type_) if len(set(draft.entries[place].public[name])) >= fewest
    ]


def _altered(type_: str) -> Kind:
    name = DRAWN_LISTS[type_]

    def change(draft: Draft, place: int) -> None:
        drawn = draft.entries[place].public[name]
        drawn[0] = _another(draft, drawn[0])

    return Kind(f"{type_}.{name}: another draw", FAIRNESS, _lists(type_, 1), change)


def _swapped(type_: str) -> Kind:
    name = DRAWN_LISTS[type_]

    def change(draft: Draft, place: int) -> None:
        drawn = draft.entries[place].public[name]
        other = next(i for i, item in enumerate(drawn) if item != drawn[0])
        drawn[0], drawn[other] = drawn[other], drawn[0]

    return Kind(f"{type_}.{name}: another order", FAIRNESS, _lists(type_, 2), change)


def _too_many(type_: str) -> Kind:
    name = DRAWN_LISTS[type_]

    def change(draft: Draft, place: int) -> None:
        public = draft.entries[place].public
        public[name] = public[name] * 300

    return Kind(f"{type_}.{name}: more than the pool has", FAIRNESS, _lists(type_, 1), change)


def _secret(type_: str) -> Kind:
    name = DRAWN_SECRETS[type_]

    def change(draft: Draft, place: int) -> None:
        opening = next(opening for opening in draft.entries[place].openings if opening["field"] == name)
        opening["value"] = _another_secret(draft, type_, opening["value"])

    def cases(draft: Draft) -> list[Case]:
        return [(place,) for place in own(draft, type_)]

    return Kind(f"{type_}.{name}: another draw, sealed again", FAIRNESS, cases, change)


def _another(draft: Draft, drawn: str) -> str:
    for type_, fields in POOLS.items():
        for place in draft.find(type_):
            for name in fields:
                pool = draft.entries[place].public[name]
                if drawn in pool:
                    return str(next(item for item in sorted(pool) if item != drawn))
    return "nothing"


def _another_secret(draft: Draft, type_: str, drawn: str) -> str:
    values = sorted(
        {
            opening["value"]
            for place in draft.find(type_)
            for opening in draft.entries[place].openings
            if opening["field"] == DRAWN_SECRETS[type_]
        }
    )
    return next((value for value in values if value != drawn), "nothing")


def _pool_count(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        pool = draft.entries[place].public[name]
        pool[min(pool)] += 1

    return Kind(f"{type_}.{name}: one more than there is", FAIRNESS, _drawn_pools(type_, name), change)


def _pool_lacking(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        pool = draft.entries[place].public[name]
        del pool[max(pool)]

    return Kind(f"{type_}.{name}: a component less", FAIRNESS, _drawn_pools(type_, name), change)


DECKS = {"easy", "medium", "hard"}


def _drawn_pools(type_: str, name: str) -> Cases:
    """Pools from which enough is drawn to show that they are others."""

    def cases(draft: Draft) -> Iterator[Case]:
        if name in DECKS and sum(draft.entries[p].public["deck"] == name for p in own(draft, "akrotiri.MapDrawn")) < 3:
            return
        if name == "goals" and len(own(draft, "akrotiri.GoalDrawn")) < 2:
            return
        for place in own(draft, type_):
            if type_ != "akrotiri.TilesReshuffled" or _drawn_after(draft, place) > 2:
                yield (place,)

    return cases


def _drawn_after(draft: Draft, place: int) -> int:
    end = next((other for other in draft.find("akrotiri.TilesReshuffled") if other > place), len(draft.entries))
    return sum(place < other < end for other in draft.find("akrotiri.TileDrawn"))


def _contradicts(type_: str) -> Kind:
    field, option, chance = CHOSEN[type_]

    def cases(draft: Draft) -> list[Case]:
        fixed = draft.entries[0].public["options"].get(option, chance) != chance
        return [(place,) for place in own(draft, type_)] if fixed else []

    return Kind(f"{type_}.{field} contradicting the option", FAIRNESS, cases, _other_seat(field))


def _another_option(type_: str) -> Kind:
    """The option names another seat than the one that is shown."""
    field, option, _ = CHOSEN[type_]

    def change(draft: Draft, place: int) -> None:
        shown = draft.entries[place].public[field]
        draft.entries[0].public["options"][option] = str((shown + 1) % 2)

    return Kind(f"option {option} contradicting {type_}.{field}", FAIRNESS, at(type_), change)


def _drawn_otherwise(type_: str) -> Kind:
    field, option, chance = CHOSEN[type_]

    def cases(draft: Draft) -> list[Case]:
        left = draft.entries[0].public["options"].get(option) == chance and draft.entries[0].public["seats"] > 1
        return [(place,) for place in own(draft, type_)] if left else []

    return Kind(f"{type_}.{field} not as drawn", FAIRNESS, cases, _other_seat(field))


def _other_seat(field: str) -> Any:
    def change(draft: Draft, place: int) -> None:
        public = draft.entries[place].public
        public[field] = (public[field] + 1) % draft.entries[0].public["seats"]

    return change


def _another_seed(draft: Draft) -> None:
    """Another seed throughout, its salts included, but not its commitment."""
    draft.seed = bytes(32)
    draft.entries[-1].public["server_seed"] = draft.seed.hex()


def _another_commitment(draft: Draft) -> None:
    draft.entries[0].public["seed_commitment"] = "5a" * 32


def _another_match(draft: Draft) -> None:
    draft.header["match"] = "another"
    for entry in draft.entries:
        entry.event["match"] = "another"


def _latest_joins(draft: Draft) -> list[Case]:
    left, start = max(draft.find("match.Left"), default=0), draft.place("match.Started")
    drawn = any(own(draft, type_) for type_ in (*DRAWN_LISTS, *DRAWN_SECRETS))
    return [(place,) for place in draft.find("match.Joined") if left < place < start and drawn]


def _another_entropy(draft: Draft, place: int) -> None:
    public = draft.entries[place].public
    public["entropy"] = "00" + public["entropy"][:126]


def _drawn_but_one(draft: Draft) -> list[Case]:
    """The last draw of a match of Akros that shows all tiles of its bag but one, and that one."""
    for place in draft.find("akros.BoardLaid"):
        left = Counter(draft.entries[place].public["pool"])
        draws = draft.find("akros.TilesDrawn")
        for draw in draws:
            left.subtract(draft.entries[draw].public["tiles"])
        if left.total() == 1 and draws[-1] in own(draft, "akros.TilesDrawn"):
            return [(draws[-1], next(left.elements()))]
    return []


def _last_tile_shown(draft: Draft, place: int, tile: str) -> None:
    draft.entries[place].public["tiles"].append(tile)


KINDS = (
    *(_altered(type_) for type_ in DRAWN_LISTS),
    *(_swapped(type_) for type_ in DRAWN_LISTS if type_ != "akrotiri.GoalsOpened"),
    *(_too_many(type_) for type_ in DRAWN_LISTS),
    *(_secret(type_) for type_ in DRAWN_SECRETS),
    *(_pool_count(type_, name) for type_, names in POOLS.items() for name in names),
    *(_pool_lacking(type_, name) for type_, names in POOLS.items() for name in names),
    *(_contradicts(type_) for type_ in CHOSEN if type_ != "akrotiri.TableLaid"),
    *(_another_option(type_) for type_ in CHOSEN if type_ != "akros.BoardLaid"),
    *(_drawn_otherwise(type_) for type_ in CHOSEN),
    Kind("akros.TilesDrawn.tiles: the last tile of the bag", LEGALITY, _drawn_but_one, _last_tile_shown),
    Kind("another seed, everything sealed under it", FAIRNESS, once, _another_seed),
    Kind("another seed commitment", FAIRNESS, once, _another_commitment),
    Kind("another match id throughout", FAIRNESS, once, _another_match),
    Kind("another entropy", FAIRNESS, _latest_joins, _another_entropy),
)
