"""State of the playing screen that is not the match's: typed letters, open menu, scrolling, messages."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from clio.cli.i18n.translate import filled, t
from clio.cli.play.controller import PlayController
from clio.cli.play.menu import final_entries, menu_entries, resign_entries, sending_entries
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import MatchStatus

WORD: Final = "word:"
"""The start of the ids of words of a move."""
_MAX_MESSAGES: Final = 400


class Mode(Enum):
    """What the option list offers."""

    MOVES = auto()
    MENU = auto()
    RESIGN = auto()


@dataclass(slots=True)
class ScreenState:
    """What the player has done on the screen since the last move."""

    typed: str = ""
    sending: bool = False
    thinking: bool = False
    """Whether a bot computes a hint."""
    mode: Mode = Mode.MOVES
    scroll: tuple[int, int] = (0, 0)
    board_hidden: bool = True
    """Whether a small screen shows the points of a finished match in place of its board."""
    messages: list[str | Event] = field(default_factory=list)

    def add(self, message: str | Event) -> None:
        """Adds a message to the log."""
        self.messages = [*self.messages, message][-_MAX_MESSAGES:]

    def shows_points(self, controller: PlayController, *, is_small: bool) -> bool:
        """Whether the points of a finished match are in the board's place."""
        return is_small and controller.over and self.board_hidden and bool(controller.scores)

    def head(self, controller: PlayController) -> str:
        """The line above the options."""
        if self.thinking:
            return t("A bot is thinking.")
        if self.typed:
            return f"{self.typed}_"
        if self.mode is Mode.MENU:
            return t("Menu:")
        if self.mode is Mode.RESIGN:
            return t("Resign? You give the match up.")
        if controller.over:
            return t("The match is over.")
        return controller.choice.text or (t("Your move:") if controller.my_turn else waiting(controller))

    def entries(self, controller: PlayController, *, is_small: bool) -> dict[str, str]:
        """The options on offer, by their ids."""
        if self.sending or self.thinking:
            return {}
        wanted = self.typed.lower()
        if self.mode is Mode.MENU:
            found = dict(menu_entries(controller))
        elif self.mode is Mode.RESIGN:
            found = dict(resign_entries())
        elif controller.over:
            found = dict(final_entries(controller, board_hidden=self.board_hidden, is_small=is_small))
        elif controller.choice.move is not None:
            found = dict(sending_entries())
        else:
            return {
                WORD + option.word: option.text
                for option in controller.choice.options()
                if option.text.lower().startswith(wanted) or option.word.lstrip(">").startswith(wanted)
            }
        return {key: text for key, text in found.items() if text.lower().startswith(wanted)}


def waiting(controller: PlayController) -> str:
    """How others join a match whose seats are not all taken, or whom the match waits for."""
    match = controller.match
    if match.status != MatchStatus.MATCH_STATUS_OPEN:
        return controller.standing() if match.match_id else ""
    return filled("Others join with: clio play {game} --join {match}", game=match.game, match=match.match_id)
