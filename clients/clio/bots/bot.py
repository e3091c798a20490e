"""The interface of bots."""

from collections.abc import Sequence
from typing import Final, Protocol


class Bot(Protocol):
    """Chooses one of the legal moves, given in notation."""

    needs_position: bool
    """Whether it needs the position, which costs a call."""

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Returns the move to play; the position is empty unless it is needed."""


class BotError(Exception):
    """An error about a bot, as a message template and its values, so that it can be translated."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template: Final = template
        self.values: Final = values


class NoSuchBotError(BotError):
    """There is no bot of that kind for this game."""


class WrongChoiceError(BotError):
    """A bot chose an illegal move."""
