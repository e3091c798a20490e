"""What the two verifiers think of the shape of a result: whatever stands there, the same."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clio.verify import verify_match
from clio.verify.verifier import verify_lines
from tests.kit.damage import entries_of, rewritten
from tests.kit.records import lines_of
from tests.kit.table import Table

GOOD = lines_of(Table("akros", 2, seed=4).finish())
STRANGE: list[Any] = [None, True, -1, 10**30, "", "x", [], [1], [[]], {}, {"a": []}, ...]
"""Values of every shape; the last one says that the place is taken away."""


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to every value in a value; of a list to its first alone."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for step, part in items:
        yield (*path, step)
        yield from places(part, (*path, step))


def judged_by_both(way: tuple[str | int, ...], new: object) -> tuple[tuple[str, int | None], ...]:
    """The verdicts on the integrity of the match with another value in its result, chained and signed again."""
    entries = json.loads(json.dumps(entries_of(GOOD)))
    place = entries[-1]["event"]["public"]
    for step in way[:-1]:
        place = place[step]
    if new is ...:
        del place[way[-1]]
    else:
        place[way[-1]] = new
    lines = rewritten(GOOD, entries).split(b"\n")[:-1]
    found = verify_lines(lines).integrity, verify_match.verify_lines(lines).integrity
    return tuple((level.verdict, level.seq) for level in found)


WAYS = list(places(entries_of(GOOD)[-1]["event"]["public"]))


@pytest.mark.parametrize("way", WAYS, ids=lambda way: ".".join(map(str, way)))
def test_both_verifiers_say_the_same_of_a_result_of_any_shape(way: tuple[str | int, ...]) -> None:
    for new in STRANGE:
        first, second = judged_by_both(way, new)
        assert first == second, new


def test_a_score_that_is_no_number_fails_at_level_1_with_both() -> None:
    assert ("scores", 0, "total") in WAYS
    assert judged_by_both(("scores", 0, "total"), "many") == (("fail", len(GOOD) - 2),) * 2
