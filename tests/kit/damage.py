"""Damaged copies of a record, each with the level at which a verifier must notice.

What a stranger can do to a file breaks the chain. What a server could do that cheats, with its own key, does not: then
chance (level 2), the rules (level 3) or the score (level 4) must tell.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import GENESIS, link
from clio.kernel.integrity.commitments import commitment
from tests.kit.draw_fields import CHOSEN, DRAWN_LISTS
from tests.kit.records import KEY, head_line

STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))
SERVER_KEY = KEY.public_key().public_bytes_raw().hex()
Entries = list[dict[str, Any]]
SHORTEST_TO_REORDER = 4

DRAWS: dict[str, tuple[str, ...]] = {type_: (field,) for type_, field in DRAWN_LISTS.items()}
for _type, _names in CHOSEN.items():
    if _type in DRAWS:
        DRAWS[_type] = (_names[0], *DRAWS[_type])
"""Fields that show draws in the open, in events that show lists."""


@dataclass(frozen=True)
class Mutant:
    """A damaged record. ``levels`` are those at which it may first be noticed; ``second`` the same for a verifier that
    has levels 1 and 2 only: empty where these two cannot know."""

    kind: str
    content: bytes
    levels: frozenset[int]
    second: frozenset[int]
    key: str = SERVER_KEY


def mutants(lines: list[bytes], rng: random.Random, flips: int, places: int) -> Iterator[Mutant]:
    """Damaged copies of a good record: ``flips`` flipped bytes, ``places`` places for every other kind."""
    whole = joined(lines)
    for _ in range(flips):
        place = rng.randrange(len(whole))
        yield _broken("flipped byte", _flipped(whole, place, 1 << rng.randrange(8)))
    yield _broken("cut off", whole[: rng.randrange(1, len(whole))])
    for kind, damage in STRUCTURAL.items():
        for _ in range(places):
            yield _broken(kind, joined(damage(list(lines), rng)))
    yield from _altered(lines, rng, places)
    yield from _cheated(lines, rng, places)


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _broken(kind: str, content: bytes) -> Mutant:
    return Mutant(kind, content, frozenset({1}), frozenset({1}))


def _flipped(whole: bytes, place: int, mask: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ mask]) + whole[place + 1 :]


def _event_place(lines: list[bytes], rng: random.Random) -> int:
    return rng.randrange(1, len(lines) - 1)


def _dropped(lines: list[bytes], rng: random.Random) -> list[bytes]:
    del lines[_event_place(lines, rng)]
    return lines


def _doubled(lines: list[bytes], rng: random.Random) -> list[bytes]:
    place = _event_place(lines, rng)
    lines.insert(place, lines[place])
    return lines


def _swapped(lines: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(1, len(lines) - 2)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return lines


def _moved(lines: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(1, len(lines) - 2)
    lines.insert(rng.randrange(place + 1, len(lines) - 1), lines.pop(place))
    return lines


def _without_header(lines: list[bytes], _rng: random.Random) -> list[bytes]:
    return lines[1:]


def _without_head(lines: list[bytes], _rng: random.Random) -> list[bytes]:
    return lines[:-1]


def _without_end(lines: list[bytes], _rng: random.Random) -> list[bytes]:
    return [*lines[:-2], lines[-1]]


def _other_head(lines: list[bytes], rng: random.Random) -> list[bytes]:
    head = json.loads(lines[-1])["head"]
    field = rng.choice(["digest", "key", "signature", "signature"])
    place = rng.randrange(len(head[field]))
    other = "0" if head[field][place] != "0" else "1"
    head[field] = head[field][:place] + other + head[field][place + 1 :]
    return [*lines[:-1], canonical({"head": head})]


STRUCTURAL: dict[str, Callable[[list[bytes], random.Random], list[bytes]]] = {
    "dropped event": _dropped,
    "doubled event": _doubled,
    "swapped events": _swapped,
    "moved event": _moved,
    "dropped header": _without_header,
    "dropped head": _without_head,
    "dropped last event": _without_end,
    "altered head": _other_head,
}


def _altered(lines: list[bytes], rng: random.Random, places: int) -> Iterator[Mutant]:
    """Events with changed text and the old digests."""
    for _ in range(places):
        changed = list(lines)
        place = _event_place(changed, rng)
        entry = json.loads(changed[place])
        field = rng.choice(["actor", "at", "request", "type", "schema", "public", "match"])
        old = entry["event"][field]
        entry["event"][field] = (
            {**old, "note": "altered"} if field == "public" else old + 1 if field == "schema" else f"{old}x"
        )
        changed[place] = canonical(entry)
        yield _broken("altered event", joined(changed))
    yield from _other_openings(lines, rng, places)
    if (score := _wrong_score(entries_of(lines))) is not None:
        changed = list(lines)
        changed[-2] = canonical({**json.loads(lines[-2]), "event": score[-1]["event"]})
        yield _broken("wrong score", joined(changed))


def _other_openings(lines: list[bytes], rng: random.Random, places: int) -> Iterator[Mutant]:
    """Damaged openings: they are outside the chain, so only their commitments protect them."""
    secret = [place for place, line in enumerate(lines) if b'"salt"' in line]
    for place in rng.sample(secret, min(places, len(secret))):
        entry = json.loads(lines[place])
        first, *rest = entry["openings"]
        for kind, openings in {
            "dropped opening": rest,
            "doubled opening": [first, first, *rest],
            "altered secret": [{**first, "value": "other"}, *rest],
            "altered salt": [{**first, "salt": "5a" * 32}, *rest],
            "opening of another event": [{**first, "seq": first["seq"] + 1}, *rest],
        }.items():
            yield _broken(
                kind, joined([*lines[:place], canonical({**entry, "openings": openings}), *lines[place + 1 :]])
            )


def _cheated(lines: list[bytes], rng: random.Random, places: int) -> Iterator[Mutant]:
    """Forgeries by someone who recomputes the chain and signs it."""
    entries = entries_of(lines)
    sealed = any("sealed" in entry["event"] for entry in entries)
    # Salts depend on the seed and on the position: a record with secrets fails at level 1 already.
    early = frozenset({1, 2}) if sealed else frozenset({2})
    for kind, change in {"changed seed": _other_seed, "changed commitment": _other_commitment}.items():
        levels = early if kind == "changed seed" else frozenset({2})
        yield Mutant(f"{kind}, signed again", rewritten(lines, change(entries)), levels, levels)
    for _ in range(places):
        if (draw := _other_draw(entries, rng)) is not None:
            yield Mutant("altered draw, signed again", rewritten(lines, draw), frozenset({2}), frozenset({2}))
        if (order := _other_order(entries, rng)) is not None:
            yield Mutant("re-ordered draws, signed again", rewritten(lines, order), early, early)
        if (fact := _other_fact(entries, rng)) is not None:
            yield Mutant("altered fact, signed again", rewritten(lines, fact), frozenset({3}), frozenset())
        yield from _by_a_stranger(lines, entries, rng)
    for kind, changed, level in (
        ("salt of one's own", _own_salt(entries, rng), 1),
        ("altered secret", _other_secret(entries, rng), 3),
    ):
        if changed is not None:
            seen = frozenset({level})
            yield Mutant(f"{kind}, signed again", rewritten(lines, changed), seen, seen if level == 1 else frozenset())
    for kind, changed in {"wrong score": _wrong_score(entries), "wrong winner": _wrong_winner(entries)}.items():
        if changed is not None:
            yield Mutant(f"{kind}, signed again", rewritten(lines, changed), frozenset({4}), frozenset())


def _by_a_stranger(lines: list[bytes], entries: Entries, rng: random.Random) -> Iterator[Mutant]:
    # A match that ended as it waited for players may have no two events between its first and its last.
    if len(entries) < SHORTEST_TO_REORDER:
        return
    place = rng.randrange(1, len(entries) - 2)
    changed = list(entries)
    changed[place], changed[place + 1] = changed[place + 1], changed[place]
    content = rewritten(lines, changed, STRANGER)
    yield Mutant("re-ordered events, signed by a stranger", content, frozenset({1}), frozenset({1}))


def entries_of(lines: list[bytes]) -> Entries:
    return [json.loads(line) for line in lines[1:-1]]


def rewritten(lines: list[bytes], entries: Entries, key: Ed25519PrivateKey = KEY) -> bytes:
    """The entries, numbered, chained and signed again."""
    digest = GENESIS
    written = [lines[0]]
    for seq, entry in enumerate(entries, 1):
        event = canonical({**entry["event"], "seq": seq})
        digest = link(digest, event)
        openings = canonical([{**opening, "seq": seq} for opening in entry["openings"]])
        written.append(b'{"digest":"%b","event":%b,"openings":%b}' % (digest.hex().encode(), event, openings))
    match_id = json.loads(lines[0])["match"]
    return joined([*written, head_line(match_id, len(entries), digest, key)])


def _with(entries: Entries, place: int, **public: object) -> Entries:
    entry = entries[place]
    event = {**entry["event"], "public": {**entry["event"]["public"], **public}}
    return [*entries[:place], {**entry, "event": event}, *entries[place + 1 :]]


def _other_seed(entries: Entries) -> Entries:
    return _with(entries, len(entries) - 1, server_seed="5a" * 32)


def _other_commitment(entries: Entries) -> Entries:
    return _with(entries, 0, seed_commitment="5a" * 32)


def _own_draws(entries: Entries) -> list[tuple[int, str]]:
    """The fields that show draws, without those of a fork's history."""
    started = next((i for i, entry in enumerate(entries) if entry["event"]["type"] == "match.Started"), len(entries))
    return [
        (place, field)
        for place, entry in enumerate(entries)
        for field in DRAWS.get(entry["event"]["type"], ())
        if place > started and isinstance(entry["event"]["public"][field], list)
    ]


def _other_draw(entries: Entries, rng: random.Random) -> Entries | None:
    drawn = _own_draws(entries)
    pairs = [
        (place, field, other)
        for place, field in drawn
        for other in _kinds(entries, drawn)
        if entries[place]["event"]["public"][field] and entries[place]["event"]["public"][field][0] != other
    ]
    if not pairs:
        return None
    place, field, other = rng.choice(pairs)
    return _with(entries, place, **{field: [other, *entries[place]["event"]["public"][field][1:]]})


def _kinds(entries: Entries, drawn: list[tuple[int, str]]) -> list[str]:
    return sorted({tile for place, field in drawn for tile in entries[place]["event"]["public"][field]})


def _other_order(entries: Entries, rng: random.Random) -> Entries | None:
    """Swaps two events of one type that show different draws, but not their times and requests."""
    drawn = [place for place, field in _own_draws(entries) if field == "tiles"]
    pairs = [
        (a, b)
        for a in drawn
        for b in drawn
        if a < b
        and entries[a]["event"]["type"] == entries[b]["event"]["type"]
        and entries[a]["event"]["public"]["tiles"] != entries[b]["event"]["public"]["tiles"]
    ]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    changed = list(entries)
    for here, there in ((a, b), (b, a)):
        stays = {name: entries[here]["event"][name] for name in ("at", "request")}
        changed[here] = {**entries[there], "event": {**entries[there]["event"], **stays}}
    return changed


def _other_fact(entries: Entries, rng: random.Random) -> Entries | None:
    """A move by another seat, or a wrong number in a fact."""
    found = [
        place
        for place, entry in enumerate(entries)
        if "move" in entry["event"]["public"] and entry["event"]["type"] not in DRAWS
    ]
    if not found:
        return None
    place = rng.choice(found)
    public = entries[place]["event"]["public"]
    numbers = [name for name, value in public.items() if type(value) is int]
    name = rng.choice(numbers)
    return _with(entries, place, **{name: public[name] + 1})


def _own_salt(entries: Entries, rng: random.Random) -> Entries | None:
    """A valid commitment with a salt that does not derive from the seed."""
    secret = [place for place, entry in enumerate(entries) if entry["openings"]]
    if not secret:
        return None
    place = rng.choice(secret)
    return _sealed_again(entries, place, {**entries[place]["openings"][0], "salt": "5a" * 32})


def _other_secret(entries: Entries, rng: random.Random) -> Entries | None:
    """A secret that contradicts the rules, correctly sealed."""
    kept = [place for place, entry in enumerate(entries) if entry["event"]["type"] == "akrotiri.GoalKept"]
    if not kept:
        return None
    place = rng.choice(kept)
    opening = next(opening for opening in entries[place]["openings"] if opening["field"] == "returned")
    return _sealed_again(entries, place, {**opening, "value": "another"})


def _sealed_again(entries: Entries, place: int, opening: dict[str, Any]) -> Entries:
    entry, field = entries[place], opening["field"]
    sealed = commitment(bytes.fromhex(opening["salt"]), opening["seq"], field, opening["value"]).hex()
    event = {**entry["event"], "sealed": {**entry["event"]["sealed"], field: sealed}}
    openings = [opening if other["field"] == field else other for other in entry["openings"]]
    return [*entries[:place], {**entry, "event": event, "openings": openings}, *entries[place + 1 :]]


def _wrong_score(entries: Entries) -> Entries | None:
    public = entries[-1]["event"]["public"]
    if not public.get("scores"):
        return None
    first, *rest = public["scores"]
    return _with(entries, len(entries) - 1, scores=[{**first, "total": first["total"] + 1}, *rest])


def _wrong_winner(entries: Entries) -> Entries | None:
    public = entries[-1]["event"]["public"]
    if "winners" not in public:
        return None
    return _with(entries, len(entries) - 1, winners=[] if public["winners"] else [0])
