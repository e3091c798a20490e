"""The envelope: every key removed, of another type, or out of its range, in shared events and in those of the games."""

from collections.abc import Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import (
    INTEGRITY,
    NOT_JUDGED,
    Case,
    Cases,
    Kind,
    all_events,
    game_events,
    sealed_events,
    with_values,
)
from tests.mutants.values import of_another_type

KEYS = ("actor", "at", "match", "public", "request", "schema", "seq", "type")
OUT_OF_RANGE: dict[str, tuple[object, ...]] = {
    "match": ("", "another", "x" * 5000),
    "schema": (0, -1),
    "seq": (0, -1, 10**6, 2**53 - 1),
    "type": (
        "",
        ".",
        "match",
        "match.",
        "match.Invented",
        "match.opened",
        "Match.Opened",
        "match.Opened ",
        "other.Thing",
        "chess.Moved",
        "amphipolis",
        "akros.Tïle",
        "amphipolis.",
        "akrotiri.Invented ",
    ),
}
UNKNOWN_SCHEMAS = (2, 99, 2**53 - 1)
COMMITMENTS = ("", "00" * 31, "AB" * 32, "zz" * 32, "00" * 33, 7, None, ["00" * 32], {"x": "00" * 32})


SHARED = "shared event"
OF_GAME = "game event"


def _shared_events(draft: Draft) -> list[Case]:
    return [(place,) for place, entry in enumerate(draft.entries) if entry.type.startswith("match.")]


WHERE: dict[str, Cases] = {SHARED: _shared_events, OF_GAME: game_events}


def _removed(where: str, key: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        entry = draft.entries[place]
        entry.numbered = key != "seq"
        if entry.numbered:
            del entry.event[key]
        else:
            entry.event.pop("seq", None)

    return Kind(f"{where}: {key} removed", INTEGRITY, WHERE[where], change)


def _replaced(name: str, key: str, cases: Cases, level: int = INTEGRITY) -> Kind:
    def change(draft: Draft, place: int, value: object) -> None:
        entry = draft.entries[place]
        entry.numbered = key != "seq"
        entry.event[key] = value

    return Kind(name, level, cases, change)


def _retyped_cases(where: str, key: str) -> Cases:
    def cases(draft: Draft) -> Iterator[Case]:
        for (place,) in WHERE[where](draft):
            for strange in of_another_type(draft.entries[place].event[key]):
                yield place, strange

    return cases


def _key_too_many(where: str) -> Kind:
    def change(draft: Draft, place: int, key: str) -> None:
        draft.entries[place].event[key] = "x"

    return Kind(f"{where}: a key too many", INTEGRITY, with_values(WHERE[where], ["note", "zeit", "Actor"]), change)


def _sealed_replaced() -> Iterator[Kind]:
    def change(draft: Draft, place: int, value: object) -> None:
        entry = draft.entries[place]
        entry.resealed = False
        entry.event["sealed"] = value
        entry.openings = []

    def commitment(draft: Draft, place: int, value: object) -> None:
        entry = draft.entries[place]
        entry.resealed = False
        name = next(iter(entry.event["sealed"]))
        entry.event["sealed"][name] = value

    def nothing(draft: Draft, place: int) -> None:
        draft.entries[place].event["sealed"] = {}

    yield Kind("sealed is no object", INTEGRITY, with_values(all_events, [None, 7, "x", ["x"], True]), change)
    yield Kind("sealed is an empty object", INTEGRITY, _plain_events, nothing)
    yield Kind("a commitment is no digest", INTEGRITY, with_values(sealed_events, COMMITMENTS), commitment)


def _plain_events(draft: Draft) -> list[Case]:
    return [(place,) for place, entry in enumerate(draft.entries) if "sealed" not in entry.event]


def _envelope_kinds() -> Iterator[Kind]:
    for where, cases in WHERE.items():
        for key in KEYS:
            yield _removed(where, key)
            yield _replaced(f"{where}: {key} of another type", key, _retyped_cases(where, key))
        for key, values in OUT_OF_RANGE.items():
            yield _replaced(f"{where}: {key} out of range", key, with_values(cases, values))
        yield _key_too_many(where)
    yield from _sealed_replaced()
    for where, level in ((SHARED, INTEGRITY), (OF_GAME, NOT_JUDGED)):
        yield _replaced(f"{where}: an unknown schema", "schema", with_values(WHERE[where], UNKNOWN_SCHEMAS), level)


KINDS = tuple(_envelope_kinds())
