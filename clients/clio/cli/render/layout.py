"""How a terminal's size is shared between the board and the rest."""

from dataclasses import dataclass, replace
from typing import Final, Self

from clio.cli.render.options import RenderOptions

_COLUMNS: Final = 58
_ROWS: Final = 16
_BESIDE: Final = 44
_BELOW: Final = 12


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """What the board gets: what it needs at least, and more on a larger screen."""

    columns: int
    rows: int

    @classmethod
    def on(cls, size: tuple[int, int]) -> Self:
        """The board's part of a screen, given its columns and lines."""
        return cls(max(_COLUMNS, size[0] - _BESIDE), max(_ROWS, size[1] - _BELOW))

    def look(self, look: RenderOptions) -> RenderOptions:
        """A look that knows the room."""
        return replace(look, columns=self.columns, rows=self.rows)
