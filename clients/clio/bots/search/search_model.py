"""What the search has to know about a game besides its rules."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Protocol

from clio.kernel.game import Game
from clio.kernel.integrity.chance import Chance


class SearchModel(Protocol):
    """One game's share of the search. States and moves are those of its game."""

    game: ClassVar[Game[Any, Any]]
    horizon: ClassVar[int]
    """After that many moves beyond the tree a position is judged as it stands."""
    curiosity: ClassVar[float]
    """How much a move that was tried seldom is worth trying again."""

    trust: ClassVar[float]
    """How much better another move has to do than the first candidate before it is preferred."""

    def determinize(self, state: Any, seat: int, rng: Random) -> tuple[Any, Chance]:  # noqa: ANN401
        """A complete state that the seat thinks possible, and the piles that go with it."""

    def candidates(self, state: Any, seat: int, rng: Random, *, in_depth: bool) -> Sequence[Any]:  # noqa: ANN401
        """The legal moves worth looking at, the most promising first; in depth where it is asked once a move."""

    def guess(self, state: Any, seat: int, rng: Random) -> Any:  # noqa: ANN401
        """A quick choice of a legal move, for the part of the match beyond the tree."""

    def values(self, state: Any) -> Sequence[float]:  # noqa: ANN401
        """How well each seat stands, from 0 (lost) to 1 (won)."""
