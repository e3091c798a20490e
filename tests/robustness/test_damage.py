"""All three verifiers notice every kind of damage, at the right level; ``make damage`` tries many more places."""

import pytest

from tests.robustness.damage import run


def test_no_damage_survives(capsys: pytest.CaptureFixture[str]) -> None:
    counts = run(flips=8, places=1)
    with capsys.disabled():
        print("", *counts.lines(), sep="\n")  # noqa: T201 (the count belongs into every test run)
    assert counts.records >= 30
    assert counts.survivors == []
