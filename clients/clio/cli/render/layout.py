"""Screen layout: how the board and the other panels share a terminal."""

from dataclasses import dataclass, replace
from typing import Final, Self

from clio.cli.render.options import RenderOptions

_COLUMNS: Final = 58
_ROWS: Final = 16
_BESIDE: Final = 44
_BELOW: Final = 12


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """The size of the board's panel: its minimum, or more on a larger screen."""

    columns: int
    rows: int

    @classmethod
    def on(cls, size: tuple[int, int]) -> Self:
        """Computes the layout of a screen of the given columns and lines."""
        return cls(max(_COLUMNS, size[0] - _BESIDE), max(_ROWS, size[1] - _BELOW))

    def apply(self, options: RenderOptions) -> RenderOptions:
        """Rendering options with the size of the board's panel."""
        return replace(options, columns=self.columns, rows=self.rows)
