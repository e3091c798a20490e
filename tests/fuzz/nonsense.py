"""Well-formed, signed records with impossible facts: what anyone with a signing key can make."""

import copy
import json
import random
from typing import Any

from clio.kernel.integrity.canonical import canonical
from clio.server.identifiers import match_id_for
from tests.kit.damage import STRANGER, Entries, entries_of, rewritten

STRANGE: tuple[Any, ...] = (
    *(0, 1, -1, 255, 256, 10**6, 2**63, -(2**63), 2**64, 10**30, None, True, 1.5, "", "x", "\0"),
    *("0" * 64, "9999-99-99T99:99:99.999999Z", "0000-00-00T00:00:00.000000Z"),
    *([], [0] * 50, {}, {"a": 1}, "x" * 5_000, [[[[[]]]]]),
)

NONSENSE = tuple(match_id_for("fuzz", f"nonsense-{number}") for number in range(40))
"""The ids of matches that were never played."""


def nonsense_record(rng: random.Random, lines: list[bytes]) -> bytes:
    """The record with other facts in some places, chained and signed again."""
    entries: Entries = copy.deepcopy(entries_of(lines))
    match_id = rng.choice(NONSENSE)
    lines = [canonical({**json.loads(lines[0]), "match": match_id}), *lines[1:]]
    for entry in entries:
        entry["event"]["match"] = match_id
    for _ in range(rng.choice((0, 1, 1, 1, 2, 5))):
        _spoil(rng, entries)
    try:
        return rewritten(lines, entries, STRANGER)
    except (ValueError, OverflowError):
        # Numbers that no canonical form has.
        return b"".join(line + b"\n" for line in lines)


def _spoil(rng: random.Random, entries: Entries) -> None:
    place = rng.randrange(len(entries))
    event = entries[place]["event"]
    match rng.randrange(6):
        case 0:
            event[rng.choice(("actor", "at", "request", "schema", "seq", "type", "match"))] = rng.choice(STRANGE)
        case 1 if len(entries) > 2:
            del entries[place]
        case 2:
            entries.insert(place, copy.deepcopy(rng.choice(entries)))
        case _:
            _spoil_inside(rng, event["public"])


def _spoil_inside(rng: random.Random, value: Any) -> None:
    """Puts something strange at some depth of a fact."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(value[key], dict | list) or not value[key] or rng.random() < 0.3:
            same = [value[other] for other in keys]
            value[key] = rng.choice((*STRANGE, *same, *same))
            return
        value = value[key]
