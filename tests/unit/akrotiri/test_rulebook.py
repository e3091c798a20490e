import re
from pathlib import Path

from clio.games.akrotiri.game import GAME

TESTS = Path(__file__).parents[2]
PACKAGE = TESTS.parent / "domain" / "clio" / "games" / "akrotiri"


def test_every_rule_is_named_by_a_test() -> None:
    named = set()
    for folder in ("unit", "property"):
        for file in (TESTS / folder / "akrotiri").glob("test_*.py"):
            named |= set(re.findall(r"AKT-[A-Z-]+[A-Z]", file.read_text()))
    assert {rule.id for rule in GAME.rulebook.rules} <= named


def test_every_rule_that_the_code_names_is_in_the_rulebook() -> None:
    known = {rule.id for rule in GAME.rulebook.rules}
    for file in PACKAGE.glob("*.py"):
        for rule in re.findall(r'"(AKT-[A-Z-]+[A-Z])"', file.read_text()):
            assert rule in known, file.name
    assert {f"AKT-GOAL-{goal.upper()}" for goal in ("apart", "quadrants")} <= known


def test_every_ruling_says_why() -> None:
    for rule in GAME.rulebook.rules:
        assert rule.source != "ruling" or rule.ruling, rule.id
