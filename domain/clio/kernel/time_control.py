"""Time controls: how much time a seat has, and when it gets more. Written as in ``match.Opened.clock``."""

import re
from typing import Final, Literal

import msgspec

from clio.kernel.rejection import Rejection

TimeClass = Literal["blitz", "rapid", "days"]
MAX_CLOCK_SECONDS: Final = 86_400
MAX_INCREMENT_SECONDS: Final = 3_600
MAX_CLOCK_DAYS: Final = 60
_DAY_SECONDS: Final = 86_400
_CLASSED_TURNS: Final = 40
"""Turns of a match for which increments count when a control is classed."""
_BLITZ_SECONDS: Final = 600
_BLITZ_MOVE_SECONDS: Final = 20
_FISCHER: Final = re.compile(r"fischer/([1-9][0-9]{0,4})\+(0|[1-9][0-9]{0,3})").fullmatch
_MOVE: Final = re.compile(r"move/([1-9][0-9]{0,4})").fullmatch
_DAYS: Final = re.compile(r"days/([1-9][0-9]?)").fullmatch


class TimeControl(msgspec.Struct, frozen=True):
    """``fischer`` is a bank of time with an increment per turn; ``move`` and ``days`` allow each turn the same."""

    kind: Literal["fischer", "move", "days"]
    base: int
    """Milliseconds at the start, or of every turn."""
    increment: int = 0
    """Milliseconds that a turn adds when it ends."""

    @property
    def is_live(self) -> bool:
        """Whether the players sit at the match from its start to its end."""
        return self.kind != "days"

    @property
    def time_class(self) -> TimeClass:
        """The class that standings group the control under."""
        if self.kind == "days":
            return "days"
        if self.kind == "move":
            return "blitz" if self.base <= _BLITZ_MOVE_SECONDS * 1000 else "rapid"
        return "blitz" if self.base + _CLASSED_TURNS * self.increment < _BLITZ_SECONDS * 1000 else "rapid"


def parse_time_control(text: str) -> TimeControl | None:
    """The control that a text means; None if it means none."""
    if found := _FISCHER(text):
        seconds, increment = int(found[1]), int(found[2])
        if seconds <= MAX_CLOCK_SECONDS and increment <= MAX_INCREMENT_SECONDS:
            return TimeControl("fischer", seconds * 1000, increment * 1000)
    elif found := _MOVE(text):
        if int(found[1]) <= MAX_CLOCK_SECONDS:
            return TimeControl("move", int(found[1]) * 1000)
    elif (found := _DAYS(text)) and int(found[1]) <= MAX_CLOCK_DAYS:
        return TimeControl("days", int(found[1]) * _DAY_SECONDS * 1000)
    return None


def refusal_of_clock(text: str) -> Rejection:
    """The refusal of a text that is no time control."""
    return Rejection(
        "CLIO-CLOCK",
        "{clock} is not a time control: write fischer/SECONDS+INCREMENT, move/SECONDS or days/DAYS.",
        {"clock": text[:40]},
    )
