"""How a bot picks a move."""

from collections.abc import Sequence
from typing import Final, Protocol


class Bot(Protocol):
    """Picks one of the legal moves, all of them in notation."""

    needs_position: bool
    """Whether it looks at the board; asking for it costs a call."""

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """The move to play; the position is empty unless it is needed."""


class BotError(Exception):
    """What is wrong with a bot, as a sentence with gaps and what fills them, so that it can be told in any language."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template: Final = template
        self.values: Final = values


class NoSuchBotError(BotError):
    """Nobody wrote a bot of that kind for this game."""


class WrongChoiceError(BotError):
    """A bot chose what is no legal move."""
