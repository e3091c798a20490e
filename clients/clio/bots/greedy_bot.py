"""The greedy bot: looks one move ahead with its game's evaluation."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from clio.bots.bot import NoSuchBotError
from clio.bots.greedy import any_game
from clio.games.registry import GAMES
from clio.kernel.game import Game
from clio.kernel.rejection import Rejection


class GreedyBot:
    """Parses the position with the game's rules and lets ``clio.bots.greedy.<game>``, or ``any_game``, choose."""

    needs_position: bool = True

    def __init__(self, game: str, rng: Random) -> None:
        self._game: Final[Game[Any, Any]] = installed_game(game)
        self._choose: Final[Callable[..., Any]] = _choose_function(self._game)
        self._rng: Final = rng

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Chooses the move with the best evaluation."""
        state = _parsed(self._game.parse_position(position))
        known = [_parsed(self._game.parse_move(move)) for move in moves]
        return self._game.format_move(self._choose(state, seat, known, self._rng))


def installed_game(name: str) -> Game[Any, Any]:
    """The rules of a game; NoSuchBotError where they are not installed."""
    game = GAMES.get(name)
    if game is None:
        raise NoSuchBotError("The rules of {game} are not here, so no bot can look ahead in it.", game=name)
    return game


def _choose_function(game: Game[Any, Any]) -> Callable[..., Any]:
    """The game's own choice, else the one for any game."""
    module = f"clio.bots.greedy.{game.name}"
    if game.built_in and find_spec(module) is not None:
        return import_module(module).choose  # type: ignore[no-any-return]  # a module found by its name
    return partial(any_game.choose, game)


def _parsed(parsed: Any) -> Any:  # noqa: ANN401 (a state or a move of whatever game)
    if isinstance(parsed, Rejection):
        raise ValueError(f"The server writes what these rules do not understand: {parsed.sentence}")  # noqa: TRY004
    return parsed
