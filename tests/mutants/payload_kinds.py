"""The shared events' payloads: every key removed, of another type, out of its range, and a key too many."""

from collections.abc import Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, Case, Cases, Kind, at, with_values
from tests.mutants.values import Path, has, of_another_type, put, remove, value_at

SHAPES: dict[str, tuple[Path, ...]] = {
    "match.Opened": (
        ("data",),
        ("data", "digest"),
        ("data", "name"),
        ("edition",),
        ("forked_from", "digest"),
        ("forked_from", "match"),
        ("forked_from", "seq"),
        ("game",),
        ("options",),
        ("rules",),
        ("seats",),
        ("seed_commitment",),
    ),
    "match.Joined": (("entropy",), ("name",), ("seat",)),
    "match.Left": (("seat",),),
    "match.Started": (("names",),),
    "match.Resigned": (("seat",),),
    "match.TokenRotated": (("seat",),),
    "match.Finished": (
        ("decided_by",),
        ("scores",),
        ("scores", 0, "lines"),
        ("scores", 0, "lines", 0, "detail"),
        ("scores", 0, "lines", 0, "points"),
        ("scores", 0, "lines", 0, "rule"),
        ("scores", 0, "seat"),
        ("scores", 0, "total"),
        ("server_seed",),
        ("winners",),
    ),
    "match.Aborted": (("reason",), ("server_seed",)),
}
OBJECTS: dict[str, tuple[Path, ...]] = {
    "match.Opened": ((), ("data",), ("forked_from",)),
    "match.Joined": ((),),
    "match.Left": ((),),
    "match.Started": ((),),
    "match.Resigned": ((),),
    "match.TokenRotated": ((),),
    "match.Finished": ((), ("scores", 0), ("scores", 0, "lines", 0)),
    "match.Aborted": ((),),
}
"""Objects that have these keys and no others."""

OPTIONAL = {("match.TokenRotated", ("seat",)), ("match.Opened", ("edition",))}
HEX = ("", "00" * 31, "00" * 33, "0" * 63, "AB" * 32, "zz" * 32, "0x" + "00" * 31, " " + "0" * 63)
SEATS = (-1, 4, 99, 255, 256, 2**31, 2**53 - 1)
OUT_OF_RANGE: dict[tuple[str, Path], tuple[object, ...]] = {
    ("match.Opened", ("seats",)): (0, -1, 256, 10**9),
    ("match.Opened", ("seed_commitment",)): HEX,
    ("match.Opened", ("data", "digest")): HEX,
    ("match.Opened", ("forked_from", "digest")): HEX,
    ("match.Opened", ("forked_from", "seq")): (0, -1),
    ("match.Opened", ("forked_from", "match")): ("",),
    ("match.Opened", ("edition",)): (0, 1, 3, -2, 2**53 - 1),
    ("match.Joined", ("seat",)): SEATS,
    ("match.Joined", ("entropy",)): ("0", "zz", "AB", "00" * 65, "0 "),
    ("match.Left", ("seat",)): SEATS,
    ("match.Resigned", ("seat",)): SEATS,
    ("match.TokenRotated", ("seat",)): SEATS,
    ("match.Finished", ("server_seed",)): HEX,
    ("match.Aborted", ("server_seed",)): HEX,
    ("match.Finished", ("scores", 0, "seat")): (-2, *SEATS[1:]),
    ("match.Finished", ("winners",)): ([99], [-1], ["0"], [True], [None], [0, 99]),
    ("match.Started", ("names",)): ([], ["x"] * 9, [1], [None]),
}


def _name(type_: str, path: Path) -> str:
    return f"{type_}: {'.'.join(map(str, path))}"


def _having(type_: str, path: Path) -> Cases:
    return lambda draft: [(place,) for place in draft.find(type_) if has(draft.entries[place].public, path)]


def _retyped_cases(type_: str, path: Path) -> Cases:
    def cases(draft: Draft) -> Iterator[Case]:
        for (place,) in _having(type_, path)(draft):
            for strange in of_another_type(value_at(draft.entries[place].public, path)):
                yield place, strange

    return cases


def _removed(type_: str, path: Path) -> Kind:
    def change(draft: Draft, place: int) -> None:
        remove(draft.entries[place].public, path)

    return Kind(f"{_name(type_, path)} removed", INTEGRITY, _having(type_, path), change)


def _replaced(name: str, path: Path, cases: Cases) -> Kind:
    def change(draft: Draft, place: int, value: object) -> None:
        put(draft.entries[place].public, path, value)

    return Kind(name, INTEGRITY, cases, change)


def _key_too_many(type_: str, path: Path) -> Kind:
    def change(draft: Draft, place: int) -> None:
        value_at(draft.entries[place].public, path)["note"] = "x"

    name = f"{type_}: a key too many" + (f" in {'.'.join(map(str, path))}" if path else "")
    return Kind(name, INTEGRITY, _having(type_, path), change)


def _public_replaced(type_: str) -> Kind:
    def change(draft: Draft, place: int, value: object) -> None:
        draft.entries[place].event["public"] = value

    return Kind(f"{type_}: public is no object", INTEGRITY, with_values(at(type_), [None, True, 7, "x", ["x"]]), change)


def _payload_kinds() -> Iterator[Kind]:
    for type_, paths in SHAPES.items():
        for path in paths:
            if (type_, path) not in OPTIONAL:
                yield _removed(type_, path)
            yield _replaced(f"{_name(type_, path)} of another type", path, _retyped_cases(type_, path))
        for path in OBJECTS[type_]:
            yield _key_too_many(type_, path)
        yield _public_replaced(type_)
    for (type_, path), values in OUT_OF_RANGE.items():
        yield _replaced(f"{_name(type_, path)} out of range", path, with_values(_having(type_, path), values))


KINDS = tuple(_payload_kinds())
