"""How a bot picks a move."""

from collections.abc import Sequence
from typing import Protocol


class Chooser(Protocol):
    """Picks one of the legal moves, all of them in notation."""

    needs_position: bool
    """Whether it looks at the board; asking for it costs a call."""

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """The move to play; the position is empty unless it is needed."""


class NoSuchBotError(Exception):
    """Nobody wrote a bot of that kind for this game."""
