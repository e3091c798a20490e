"""Three verifiers judge a mutant of every kind as it is stated; ``make mutants`` runs them over every record."""

from pathlib import Path

import pytest

from tests.mutants.bases import bases
from tests.mutants.kind import PASS
from tests.mutants.suite import KINDS, Found, difference, judged, run


@pytest.mark.parametrize("edition", [1, 2])
def test_the_records_that_mutants_are_made_of_pass_every_level(edition: int, tmp_path: Path) -> None:
    path = tmp_path / "base.clio"
    found = {draft.name: judged(draft.copy().write(), path) for draft in bases(marked=edition > 1)}
    assert set(found.values()) == {Found(("pass",) * 4, ("pass",) * 2, ("pass",) * 2)}, found


def test_a_mutant_of_every_kind_is_judged_as_stated(capsys: pytest.CaptureFixture[str]) -> None:
    counts = run(places=1, records=1)
    with capsys.disabled():
        print("", *counts.summary(), sep="\n")  # noqa: T201 (the count belongs into every test run)
    assert [kind.name for kind in KINDS if not counts.mutants[kind.name]] == []
    assert counts.disagreements == []


def test_there_are_enough_kinds_and_each_has_a_name_of_its_own() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 250


def test_a_verifier_that_says_something_else_is_reported() -> None:
    strict = next(kind for kind in KINDS if kind.name == "time: month 13")
    survivor = next(kind for kind in KINDS if kind.level == PASS)
    passed = Found(("pass",) * 4, ("pass",) * 2, ("pass",) * 2)
    failed = Found(("fail", *["not judged"] * 3), ("fail", "not judged"), ("fail", "not judged"))
    assert difference(strict, failed) is None
    assert difference(survivor, passed) is None
    assert difference(strict, passed) is not None
    assert difference(strict, Found(failed.full, passed.second, failed.third)) is not None
    assert difference(strict, Found(failed.full, failed.second, passed.third)) is not None
    assert difference(strict, Found(passed.full, failed.second, failed.third)) is not None
    assert difference(survivor, failed) is not None
