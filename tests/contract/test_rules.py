"""Every rule of every game has a test that claims it, and the code names no rule that the rulebook does not have."""

import re
from pathlib import Path
from typing import Any

import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.game import Game
from clio.kernel.match.referee import KERNEL_RULES
from tests.kit.kalah import FOLDER, KALAH
from tests.unit.repository.tree import ROOT

TESTS = ROOT / "tests"
GAMES: dict[str, tuple[Game[Any, Any], Path, tuple[Path, ...]]] = {
    name: (game, ROOT / "domain" / "clio" / "games" / name, (TESTS / "unit" / name, TESTS / "property" / name))
    for name, game in BUILT_IN.items()
} | {KALAH.name: (KALAH, FOLDER / "clio_kalah", (FOLDER / "tests",))}
"""A game, its package and the folders of its tests."""
every_game = pytest.mark.parametrize("name", sorted(GAMES))


def _named(folders: tuple[Path, ...], prefix: str, files: str) -> set[str]:
    """The rule ids in the files of some folders."""
    pattern = re.compile(rf"\b{prefix}-[A-Z0-9]+(?:-[A-Z0-9]+)*")
    texts = [file.read_text(encoding="utf-8") for folder in folders for file in folder.rglob(files)]
    return {rule for text in texts for rule in pattern.findall(text)}


@every_game
def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    game, _, tests = GAMES[name]
    named = _named(tests, game.rulebook.prefix, "test_*.py")
    assert [rule.id for rule in game.rulebook.rules if rule.id not in named] == []


@every_game
def test_every_rule_that_the_code_names_is_in_the_rulebook(name: str) -> None:
    game, package, _ = GAMES[name]
    texts = [file.read_text(encoding="utf-8") for file in package.rglob("*.py")]
    named = {rule for text in texts for rule in re.findall(rf'"({game.rulebook.prefix}-[A-Z0-9-]+)"', text)}
    assert named
    assert sorted(named - {rule.id for rule in game.rulebook.rules}) == []


@every_game
def test_every_ruling_and_reconstruction_gives_its_reason(name: str) -> None:
    rules = GAMES[name][0].rulebook.rules
    assert all(rule.ruling for rule in rules if rule.source in {"ruling", "reconstruction"})


def test_no_two_games_name_their_rules_alike() -> None:
    prefixes = [KERNEL_RULES.prefix, *(game.rulebook.prefix for game, _, _ in GAMES.values())]
    assert len(set(prefixes)) == len(prefixes)
