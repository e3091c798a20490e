"""The random bot."""

from collections.abc import Sequence
from random import Random
from typing import Final


class RandomBot:
    """Chooses any legal move at random."""

    needs_position: bool = False

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Chooses any of the moves."""
        del seat, position
        return self._rng.choice(moves)
