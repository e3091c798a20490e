"""Level 1 and level 4 of both schemas of ``match.Finished``."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from clio.verify import verify_match
from clio.verify.verifier import verify_lines
from tests.corpus.grow import FOLDER
from tests.kit.damage import entries_of, rewritten
from tests.kit.records import lines_of
from tests.kit.table import Table

OLD = gzip.decompress((FOLDER / "amphipolis-3-a.clio.gz").read_bytes()).splitlines()
NEW = lines_of(Table("amphipolis", 3, seed=4).finish())
Change = Callable[[dict[str, Any]], None]


def _verdicts(lines: list[bytes], change: Change) -> tuple[str, str, str]:
    """Level 1 and level 4, and level 1 of the stand-alone verifier, of a record with a changed end."""
    entries = entries_of(lines)
    change(entries[-1]["event"])
    changed = rewritten(lines, entries)
    report = verify_lines(changed.splitlines(), "changed")
    other = verify_match.verify_lines(changed.splitlines())
    return report.integrity.verdict, report.result.verdict, other.integrity.verdict


def _line(event: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = event["public"]["scores"][0]["lines"][0]
    return line


def test_an_old_record_has_sentences_and_a_new_one_has_ids() -> None:
    old, new = entries_of(OLD)[-1]["event"], entries_of(NEW)[-1]["event"]
    assert (old["schema"], new["schema"]) == (1, 2)
    assert "of one colour" in _line(old)["detail"]
    assert _line(new)["detail"] == "mosaics"
    for lines in (OLD, NEW):
        assert _verdicts(lines, lambda event: None)[:2] == ("pass", "pass")


@pytest.mark.parametrize(
    ("lines", "change"),
    [
        (OLD, lambda event: _line(event).update(detail="9 of one colour, 0 mixed")),
        (OLD, lambda event: _line(event).update(detail="mosaics")),
        (NEW, lambda event: _line(event).update(detail="skeletons")),
        (NEW, lambda event: _line(event)["params"].update(pure=9)),
        (NEW, lambda event: _line(event)["params"].update(extra=9)),
    ],
)
def test_a_detail_that_the_rules_do_not_give_fails_level_4(lines: list[bytes], change: Change) -> None:
    assert _verdicts(lines, change)[:2] == ("pass", "fail")


@pytest.mark.parametrize(
    ("lines", "change"),
    [
        (OLD, lambda event: _line(event).update(params={})),
        (OLD, lambda event: event.update(schema=2)),
        (NEW, lambda event: event.update(schema=1)),
        (NEW, lambda event: event.update(schema=3)),
        (NEW, lambda event: _line(event).pop("params")),
        (NEW, lambda event: _line(event).update(params=None)),
        (NEW, lambda event: _line(event).update(params=[])),
        (NEW, lambda event: _line(event).update(detail="1 of one colour, 1 mixed")),
        (NEW, lambda event: _line(event)["params"].update(Pure=1)),
        (NEW, lambda event: _line(event)["params"].update(pure=True)),
        (NEW, lambda event: _line(event)["params"].update(pure="x" * 129)),
        (NEW, lambda event: _line(event)["params"].update({f"p{number}": 1 for number in range(15)})),
    ],
)
def test_a_detail_that_is_not_of_its_schema_fails_level_1_of_both_verifiers(lines: list[bytes], change: Change) -> None:
    assert _verdicts(lines, change)[::2] == ("fail", "fail")
