"""The search bot: determinized Monte Carlo tree search within a time budget."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Final

from clio.bots.bot import NoSuchBotError
from clio.bots.search.budget import Budget
from clio.bots.search.search_model import SearchModel
from clio.bots.search.tree_search import search
from clio.kernel.rejection import Rejection


class SearchBot:
    """Searches with the model that ``clio.bots.search.<game>`` has of the game."""

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


def _model(game: str) -> SearchModel:
    module = f"clio.bots.search.{game}"
    try:
        model: SearchModel = import_module(module).SearchModel()
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise NoSuchBotError(
            "There is no search bot for {game} yet; the random one plays every game.", game=game
        ) from error
    return model
