"""The search bot: determinized Monte Carlo tree search within a time budget."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Final

from clio.bots.bot import NoSuchBotError
from clio.bots.greedy_bot import installed_game
from clio.bots.search import any_game
from clio.bots.search.budget import Budget
from clio.bots.search.search_model import SearchModel
from clio.bots.search.tree_search import search
from clio.kernel.match.forking import has_secrets
from clio.kernel.rejection import Rejection


class SearchBot:
    """Searches with the model that ``clio.bots.search.<game>``, or ``any_game``, has of the game."""

    needs_position: bool = True

    def __init__(self, game: str, rng: Random, budget: Budget) -> None:
        self._model: Final = _model(game)
        self._rng: Final = rng
        self._budget: Final = budget

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Searches for a move; a single legal move is played at once."""
        if len(moves) == 1:
            return moves[0]
        game = self._model.game
        state = game.parse_position(position)
        if isinstance(state, Rejection):
            raise ValueError(f"The server writes what these rules do not understand: {state.sentence}")  # noqa: TRY004
        return game.format_move(search(self._model, state, seat, self._rng, is_time_up=self._budget.clock()))


def _model(name: str) -> SearchModel:
    """The game's own model, else the one for any game whose states hide nothing."""
    game = installed_game(name)
    module = f"clio.bots.search.{name}"
    if game.built_in and find_spec(module) is not None:
        model: SearchModel = import_module(module).SearchModel()
        return model
    if has_secrets(game):
        raise NoSuchBotError("{game} has secrets, and no search bot of its own; the greedy one plays it.", game=name)
    return any_game.SearchModel(game)
