"""Whole matches, kept as text: whatever changes in them is seen, and has to be meant."""

from pathlib import Path

import pytest

from tests.golden.playthrough import names, text

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", names())
def test_a_match_is_played_as_it_always_was(name: str) -> None:
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "if this is meant: make goldens"


def test_no_golden_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(names())
