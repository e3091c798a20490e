"""The interface of search models: what the search knows about a game besides its rules."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from clio.kernel.game import Game
from clio.kernel.integrity.chance import Chance


class SearchModel(Protocol):
    """The search model of one game, over the states and moves of that game."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game's rules."""

    @property
    def horizon(self) -> int:
        """The maximum length of a rollout in moves."""

    @property
    def exploration(self) -> float:
        """The exploration constant of UCB1."""

    @property
    def first_move_bonus(self) -> float:
        """The margin by which another move must beat the first candidate."""

    def determinize(self, state: Any, seat: int, rng: Random) -> tuple[Any, Chance]:  # noqa: ANN401
        """Samples a complete state that is consistent with what the seat knows, with its pile orders."""

    def candidates(self, state: Any, seat: int, rng: Random, *, in_depth: bool) -> Sequence[Any]:  # noqa: ANN401
        """The legal moves to search, most promising first; ``in_depth`` at the root only."""

    def rollout_move(self, state: Any, seat: int, rng: Random) -> Any:  # noqa: ANN401
        """A quickly chosen legal move for rollouts."""

    def values(self, state: Any) -> Sequence[float]:  # noqa: ANN401
        """The value of the state for each seat, from 0 (lost) to 1 (won)."""
