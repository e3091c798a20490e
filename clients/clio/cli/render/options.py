"""Rendering options of boards, and marks on them."""

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clio.v1.components_pb2 import Components

    Points = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """The character set, colours and size with which a board is drawn."""

    unicode: bool
    colour: bool
    columns: int = 78
    rows: int = 60
    components: "Components | None" = None
    """What is printed on the components of the match; without them a board is drawn less exactly."""
    points: "Points" = field(default_factory=dict)
    """The points as they stand, by seat, where they are known."""
    islands: bool = True
    """Whether islands are listed below a map that leaves lines for it."""
    scroll: tuple[int, int] = (0, 0)
    """How far the player has moved a board that is larger than the screen, in cells to the right and downwards."""

    @classmethod
    def of_terminal(cls, *, ascii_only: bool = False) -> Self:
        """Options for standard output: plain text in pipes and on dumb terminals."""
        if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
            return cls(unicode=False, colour=False)
        encoding = (sys.stdout.encoding or "").lower().replace("-", "")
        return cls(unicode=not ascii_only and encoding == "utf8", colour=not os.environ.get("NO_COLOR"))

    @property
    def line(self) -> str:
        """The character of a horizontal line."""
        return "─" if self.unicode else "-"

    @property
    def bar(self) -> str:
        """The character of a vertical line."""
        return "│" if self.unicode else "|"

    @property
    def dot(self) -> str:
        """The character for an empty place."""
        return "·" if self.unicode else "."

    @property
    def pointer(self) -> str:
        """The character that points at the player to move."""
        return "▶" if self.unicode else ">"


ASCII: Final = RenderOptions(unicode=False, colour=False)


@dataclass(frozen=True, slots=True)
class Marks:
    """Marked places on a board, by the names that the game's renderer gives them."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()

    def sign(self, place: str) -> str:
        """The mark of a place as a character, for readers and terminals without colours."""
        if place in self.chosen:
            return "#"
        if place in self.targets:
            return ">"
        return "*" if place in self.last else " "

    def style(self, place: str) -> str:
        """The mark of a place as a style."""
        if place in self.chosen:
            return "chosen"
        if place in self.targets:
            return "target"
        return "last" if place in self.last else ""
