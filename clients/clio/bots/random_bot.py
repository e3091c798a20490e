"""A bot that plays any legal move."""

from collections.abc import Sequence
from random import Random
from typing import Final


class RandomBot:
    """Every legal move is as good as any other."""

    needs_position: bool = False

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """See ``Chooser``."""
        del seat, position
        return self._rng.choice(moves)
