import re
from importlib.resources import files
from pathlib import Path

from clio.games.amphipolis.game import GAME

RULE_ID = re.compile(r"AMP-[A-Z]+(?:-[A-Z]+)*")
LISTED = {rule.id for rule in GAME.rulebook.rules}


def test_every_rule_that_the_code_names_is_in_the_rulebook() -> None:
    package = files("clio.games.amphipolis")
    named = {
        rule_id
        for file in package.iterdir()
        if file.name.endswith(".py")
        for rule_id in RULE_ID.findall(file.read_text())
    }
    assert len(named) > 20
    assert named <= LISTED


def test_every_rule_of_the_rulebook_is_named_in_a_test() -> None:
    here = Path(__file__)
    tests = here.parents[2].glob("*/amphipolis/test_*.py")
    named = {rule_id for test in tests if test != here for rule_id in RULE_ID.findall(test.read_text())}
    assert named == LISTED


def test_what_the_rulebook_leaves_open_says_what_was_decided() -> None:
    assert all(rule.ruling for rule in GAME.rulebook.rules if rule.source == "ruling")
