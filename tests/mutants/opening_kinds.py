"""Secrets: commitments, salts and openings of a match that is over."""

from collections.abc import Iterator

from tests.mutants.draft import Draft, Entry, commitment
from tests.mutants.kind import INTEGRITY, Case, Kind, game_events, sealed_events, with_values

SALTS = ("", "00" * 31, "00" * 33, "AB" * 32, "zz" * 32, 7, None, ["00" * 32])


def _several(draft: Draft) -> list[Case]:
    return [(place,) for place, entry in enumerate(draft.entries) if len(entry.openings) > 1]


def _swap(draft: Draft, place: int) -> None:
    draft.entries[place].openings.reverse()


def _drop(draft: Draft, place: int) -> None:
    draft.entries[place].openings.pop()


def _drop_all(draft: Draft) -> None:
    for entry in draft.entries:
        entry.openings = []


def _drop_last(draft: Draft) -> None:
    last = [entry for entry in draft.entries if entry.openings][-1]
    last.openings.pop()


def _with_secrets(draft: Draft) -> list[Case]:
    return [()] if any(entry.openings for entry in draft.entries) else []


def _double(draft: Draft, place: int) -> None:
    entry = draft.entries[place]
    entry.openings.insert(0, dict(entry.openings[0]))


def _frozen(draft: Draft, place: int) -> Entry:
    """The event with its seals as they are written now, not to be sealed again."""
    entry = draft.entries[place]
    for opening in entry.openings:
        opening["seq"] = place + 1
        opening["salt"] = draft.salt(place + 1, opening["field"]).hex()
        entry.event["sealed"][opening["field"]] = commitment(opening)
    entry.resealed = False
    return entry


def _own_salt(draft: Draft, place: int) -> None:
    entry = _frozen(draft, place)
    opening = entry.openings[0]
    opening["salt"] = "5a" * 32
    entry.event["sealed"][opening["field"]] = commitment(opening)


def _other_value(draft: Draft, place: int) -> None:
    _frozen(draft, place).openings[0]["value"] = "another"


def _other_salt(draft: Draft, place: int) -> None:
    _frozen(draft, place).openings[0]["salt"] = "5a" * 32


def _no_salt(draft: Draft, place: int, salt: object) -> None:
    _frozen(draft, place).openings[0]["salt"] = salt


def _other_commitment(draft: Draft, place: int) -> None:
    entry = _frozen(draft, place)
    entry.event["sealed"][entry.openings[0]["field"]] = "5a" * 32


def _other_seq(draft: Draft, place: int, seq: object) -> None:
    entry = _frozen(draft, place)
    entry.openings[0]["seq"] = place + 1 + seq if isinstance(seq, int) else seq


def _other_field(draft: Draft, place: int, field: object) -> None:
    _frozen(draft, place).openings[0]["field"] = field


def _without_key(draft: Draft, place: int, key: str) -> None:
    del _frozen(draft, place).openings[0][key]


def _key_too_many(draft: Draft, place: int) -> None:
    draft.entries[place].openings[0]["note"] = "x"


def _no_opening(draft: Draft, place: int, value: object) -> None:
    _frozen(draft, place).openings[0] = value


def _no_list(draft: Draft, place: int, value: object) -> None:
    entry = _frozen(draft, place) if draft.entries[place].openings else draft.entries[place]
    entry.openings = value


def _opens_nothing(draft: Draft, place: int) -> None:
    opening = {"field": "nothing", "salt": draft.salt(place + 1, "nothing").hex(), "seq": place + 1, "value": 1}
    draft.entries[place].openings = [opening]


def _plain(draft: Draft) -> Iterator[Case]:
    return (case for case in game_events(draft) if "sealed" not in draft.entries[case[0]].event)


def _both(draft: Draft, place: int) -> None:
    entry = draft.entries[place]
    opening = entry.openings[0]
    entry.public[opening["field"]] = opening["value"]


def _seal_public(draft: Draft, place: int) -> None:
    """A public field sealed beside itself."""
    entry = draft.entries[place]
    name = min(entry.public)
    entry.event["sealed"] = {name: ""}
    entry.openings = [{"field": name, "salt": "", "seq": 0, "value": entry.public[name]}]


def _with_public(draft: Draft) -> Iterator[Case]:
    return (case for case in _plain(draft) if draft.entries[case[0]].public)


def _seal_shared(draft: Draft, place: int) -> None:
    entry = draft.entries[place]
    entry.event["sealed"] = {"secret": ""}
    entry.openings = [{"field": "secret", "salt": "", "seq": 0, "value": 1}]


def _shared(draft: Draft) -> Iterator[Case]:
    return ((place,) for place, entry in enumerate(draft.entries) if entry.type.startswith("match."))


def _key_named(draft: Draft, place: int, name: str) -> None:
    entry = draft.entries[place]
    entry.event["sealed"][name] = ""
    entry.openings = sorted(
        [*entry.openings, {"field": name, "salt": "", "seq": 0, "value": 1}], key=lambda opening: opening["field"]
    )


KINDS = (
    Kind("openings in the wrong order", INTEGRITY, _several, _swap),
    Kind("an opening missing of a match that is over", INTEGRITY, sealed_events, _drop),
    Kind("all openings missing of a match that is over", INTEGRITY, _with_secrets, _drop_all),
    Kind("the last opening missing of a match that is over", INTEGRITY, _with_secrets, _drop_last),
    Kind("an opening twice", INTEGRITY, sealed_events, _double),
    Kind("a salt that does not follow from the seed", INTEGRITY, sealed_events, _own_salt),
    Kind("an opening of another value", INTEGRITY, sealed_events, _other_value),
    Kind("an opening with another salt", INTEGRITY, sealed_events, _other_salt),
    Kind("an opening whose salt is none", INTEGRITY, with_values(sealed_events, SALTS), _no_salt),
    Kind("another commitment", INTEGRITY, sealed_events, _other_commitment),
    Kind("an opening of another event", INTEGRITY, with_values(sealed_events, [1, -1, "1", None]), _other_seq),
    Kind("an opening of another field", INTEGRITY, with_values(sealed_events, ["other", "", 7, None]), _other_field),
    Kind(
        "an opening without a key",
        INTEGRITY,
        with_values(sealed_events, ["field", "salt", "seq", "value"]),
        _without_key,
    ),
    Kind("an opening with a key too many", INTEGRITY, sealed_events, _key_too_many),
    Kind("an opening that is no object", INTEGRITY, with_values(sealed_events, [None, 7, "x", []]), _no_opening),
    Kind("openings that are no list", INTEGRITY, with_values(game_events, [None, 7, "x", {}]), _no_list),
    Kind("an opening where nothing is sealed", INTEGRITY, _plain, _opens_nothing),
    Kind("a sealed name that is public too", INTEGRITY, sealed_events, _both),
    Kind("a public name that is sealed too", INTEGRITY, _with_public, _seal_public),
    Kind("a secret in a shared event", INTEGRITY, _shared, _seal_shared),
    Kind("a sealed name that is not ASCII", INTEGRITY, with_values(sealed_events, ["é", "a\u202eb"]), _key_named),
)
