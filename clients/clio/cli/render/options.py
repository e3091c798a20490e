"""What a terminal can show, and what is to be marked on a board."""

import os
import sys
from dataclasses import dataclass
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Which characters, whether colours, and how much room a board has."""

    unicode: bool
    colour: bool
    columns: int = 78
    rows: int = 60

    @classmethod
    def of_terminal(cls, *, ascii_only: bool = False) -> Self:
        """As standard output allows: plain text in pipes and on dumb terminals."""
        if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
            return cls(unicode=False, colour=False)
        encoding = (sys.stdout.encoding or "").lower().replace("-", "")
        return cls(unicode=not ascii_only and encoding == "utf8", colour=not os.environ.get("NO_COLOR"))

    @property
    def line(self) -> str:
        """A piece of a line across."""
        return "─" if self.unicode else "-"

    @property
    def bar(self) -> str:
        """A piece of a line down."""
        return "│" if self.unicode else "|"

    @property
    def dot(self) -> str:
        """What stands for nothing."""
        return "·" if self.unicode else "."

    @property
    def pointer(self) -> str:
        """What points at whoever moves."""
        return "▶" if self.unicode else ">"


ASCII: Final = RenderOptions(unicode=False, colour=False)


@dataclass(frozen=True, slots=True)
class Marks:
    """Places on a board, named as its game's artist names them."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()

    def sign(self, place: str) -> str:
        """A character that says what a place is, for eyes and terminals without colours."""
        if place in self.chosen:
            return "#"
        if place in self.targets:
            return ">"
        return "*" if place in self.last else " "

    def style(self, place: str) -> str:
        """The style that goes with the sign."""
        if place in self.chosen:
            return "chosen"
        if place in self.targets:
            return "target"
        return "last" if place in self.last else ""
