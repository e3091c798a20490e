"""The modules of a game's package: the same concepts have the same names in every game, as docs/add-a-game.md lists."""

import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from clio.kernel.game import Game
from tests.contract.games import every_built_in_game

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
OPTIONAL = {"outcome.py", "position_validation.py", "components.json"}
"""Files for what not every game needs; the page says when."""
FUNCTIONS = {
    "evolve": "evolve",
    "legal_moves": "legal_moves",
    "notation": "parse_move",
    "position": "parse_position",
    "draw_table": "DRAWS",
    "game": "GAME",
}


def _listed() -> set[str]:
    table = PAGE.read_text(encoding="utf-8").partition("| file | holds |")[2].partition("\n\n")[0]
    return {name for row in table.splitlines() for name in re.findall(r"`([a-z_]+\.(?:py|json))`", row.split(" | ")[0])}


@every_built_in_game
def test_a_game_has_the_modules_that_the_page_lists(game: Game[Any, Any]) -> None:
    package = files(f"clio.games.{game.name}")
    assert sorted(name for name in _listed() - OPTIONAL if not package.joinpath(name).is_file()) == []


@every_built_in_game
@pytest.mark.parametrize("module", sorted(FUNCTIONS))
def test_a_module_has_the_name_that_it_is_for(game: Game[Any, Any], module: str) -> None:
    assert hasattr(import_module(f"clio.games.{game.name}.{module}"), FUNCTIONS[module])
