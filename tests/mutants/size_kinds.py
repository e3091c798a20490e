"""Sizes: counts, integers, texts, lists and nesting that are built to exhaust a reader."""

from collections.abc import Callable, Iterator

from tests.kit.draw_fields import POOLS
from tests.mutants.draft import Draft
from tests.mutants.kind import (
    FAIRNESS,
    INTEGRITY,
    Cases,
    Kind,
    all_events,
    at,
    game_events,
    once,
    sealed_events,
    with_values,
)

HUGE = (10**12, 4097, 2**53 - 1, 10**9)
INTEGERS = (2**53, -(2**53), 10**30, -(10**30), 2**63, 2**64)
DIGITS = b"9" * 5000
FEW = ("akros-resigned", "amphipolis-2-resigned", "akrotiri-resigned")
"""Records that carry the large cases: one of each game is enough."""


def few(cases: Cases) -> Cases:
    return lambda draft: cases(draft) if draft.name in FEW else []


def _pool_kinds() -> Iterator[Kind]:
    for type_, names in POOLS.items():
        for name in names:
            yield _pool(type_, name, "huge", INTEGRITY, HUGE)
            yield _pool(type_, name, "negative", INTEGRITY, (-1, -(10**12)))
            yield _pool(type_, name, "beyond all integers", INTEGRITY, (10**30, 2**53))
            yield _pool(type_, name, "of no integer", FAIRNESS, ("1", None, True, [1], {"x": 1}))
            yield _no_pool(type_, name)
            yield _many(type_, name)
            yield _sealed_pool(type_, name)


def _pool(type_: str, name: str, what: str, level: int, values: tuple[object, ...]) -> Kind:
    def change(draft: Draft, place: int, value: object) -> None:
        pool = draft.entries[place].public[name]
        pool[min(pool)] = value

    return Kind(f"{type_}.{name}: a count {what}", level, with_values(at(type_), values), change)


def _no_pool(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int, value: object) -> None:
        draft.entries[place].public[name] = value

    return Kind(f"{type_}.{name}: no pool", FAIRNESS, with_values(at(type_), [None, 7, "x", ["x"], True]), change)


def _many(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        draft.entries[place].public[name].update({f"x{number}": 100 for number in range(100)})

    return Kind(f"{type_}.{name}: too many together", INTEGRITY, at(type_), change)


def _sealed_pool(type_: str, name: str) -> Kind:
    def change(draft: Draft, place: int) -> None:
        entry = draft.entries[place]
        value = entry.public.pop(name)
        entry.event["sealed"] = {name: ""}
        entry.openings = [{"field": name, "salt": "", "seq": 0, "value": value}]

    return Kind(f"{type_}.{name}: sealed", INTEGRITY, at(type_), change)


def _note(value: object) -> Callable[[Draft, int], None]:
    def change(draft: Draft, place: int) -> None:
        draft.entries[place].public["zz"] = value

    return change


def _integer(draft: Draft, place: int, value: int) -> None:
    draft.entries[place].public["zz"] = value


def _existing_integer(draft: Draft, place: int, value: int) -> None:
    draft.entries[place].public["seat"] = value


def _with_seat(draft: Draft) -> list[tuple[int]]:
    return [(place,) for place, entry in enumerate(draft.entries) if "seat" in entry.public]


def _digits(draft: Draft, place: int) -> None:
    draft.entries[place].public["zz"] = 1
    draft.entries[place].spell = lambda event: event.replace(b'"zz":1', b'"zz":' + DIGITS)


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def _nested(depth: int, opening: bytes = b"[", closing: bytes = b"]") -> Callable[[Draft, int], None]:
    """A value of this depth in the public part, which is the third level of a line."""

    def change(draft: Draft, place: int) -> None:
        value = opening * depth + closing * depth
        draft.entries[place].public["zz"] = 1
        draft.entries[place].spell = lambda event: event.replace(b'"zz":1', b'"zz":' + value)

    return change


def _nested_opening(draft: Draft, place: int) -> None:
    value: object = 1
    for _ in range(40):
        value = [value]
    draft.entries[place].openings[0]["value"] = value


def _nested_header(draft: Draft) -> None:
    draft.after = lambda lines: [b'{"format":' + nested(100_000) + b"}", *lines[1:]]


def _nested_head(draft: Draft) -> None:
    draft.after = lambda lines: [*lines[:-1], b'{"head":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001]


def _long_line(draft: Draft, place: int) -> None:
    draft.entries[place].public["zz"] = ["x" * 4000] * 300


def _many_events(draft: Draft) -> None:
    """More events than a record may have: the host rotates its token for ever."""
    end = draft.entries.pop()
    for number in range(100_001 - len(draft.entries)):
        draft.insert(len(draft.entries), "match.TokenRotated", {}, actor="host", request=f"x-{number}")
    draft.entries.append(end)


def _one(draft: Draft) -> list[tuple[()]]:
    return [()] if draft.name == "akros-resigned" else []


def _large_file(draft: Draft) -> None:
    draft.after = lambda lines: [*lines[:-1], *[b"0" * 1_000_000] * 70, lines[-1]]


KINDS = (
    *_pool_kinds(),
    Kind("an integer out of range", INTEGRITY, with_values(all_events, INTEGERS), _integer),
    Kind("a seat out of range of all integers", INTEGRITY, with_values(_with_seat, INTEGERS), _existing_integer),
    Kind("an integer of 5,000 digits", INTEGRITY, game_events, _digits),
    Kind("lists nested beyond the limit", INTEGRITY, game_events, _nested(30)),
    Kind("lists nested without end", INTEGRITY, few(game_events), _nested(100_000)),
    Kind("objects nested without end", INTEGRITY, few(game_events), _nested(50_000, b'{"a":', b"}")),
    Kind("an opening nested beyond the limit", INTEGRITY, sealed_events, _nested_opening),
    Kind("a header nested without end", INTEGRITY, few(once), _nested_header),
    Kind("a head nested without end", INTEGRITY, few(once), _nested_head),
    Kind("a text too long", INTEGRITY, game_events, _note("x" * 4097)),
    Kind("a key too long", INTEGRITY, game_events, _note({"x" * 4097: 1})),
    Kind("a list too long", INTEGRITY, few(game_events), _note([1] * 4097)),
    Kind("an object too large", INTEGRITY, few(game_events), _note({f"x{n}": 1 for n in range(4097)})),
    Kind("a line too long", INTEGRITY, few(game_events), _long_line),
    Kind("too many events", INTEGRITY, _one, _many_events),
    Kind("a file too large", INTEGRITY, _one, _large_file),
    Kind("a key that is not ASCII", INTEGRITY, game_events, _note({"é": 1})),
    Kind(
        "a key that is not ASCII in public",
        INTEGRITY,
        game_events,
        lambda d, p: d.entries[p].public.update({"ключ": 1}),
    ),
    Kind(
        "an option's name that is not ASCII",
        INTEGRITY,
        at("match.Opened"),
        lambda d, p: d.entries[p].public["options"].update({"schön": "x"}),
    ),
)
