"""Layout of the playing screen: board, choices, log, points and legend share the terminal by its size."""

from dataclasses import dataclass, replace
from typing import Final, Self

from clio.cli.render.options import RenderOptions

SMALLEST_BOARD: Final = (59, 16)
"""The columns and lines that every board is drawn on at least; a smaller panel shows a part of them."""
_FIXED_COLUMNS: Final = 60
_FIXED_ROWS: Final = 17
_CHOICES: Final = 21
_WIDE: Final = (110, 32)
"""The size from which points and legend are beside the board."""
_LARGE: Final = (160, 45)
"""The size from which cards, legend and rules have a column of their own."""
_PANEL: Final = 44
_LOG: Final = 10
_MIN_LOG: Final = 6
_MIN_BOARD: Final = (20, 4)


@dataclass(frozen=True, slots=True)
class PlayLayout:
    """The sizes of the panels."""

    board: tuple[int, int]
    """Columns and lines of the board's panel."""
    side: int
    """Columns of the choices' panel."""
    more: int = 0
    """Columns of the third panel; 0 where there is none."""
    is_wide: bool = False
    """Whether points and legend are shown, with the log below the board alone."""

    @classmethod
    def on(cls, size: tuple[int, int], game: str) -> Self:
        """Computes the layout of a screen of the given columns and lines."""
        columns, rows = size
        grows = game not in ("akros", "amphipolis")
        if columns < _WIDE[0] or rows < _WIDE[1]:
            width = columns - _CHOICES if grows else min(columns - _CHOICES, SMALLEST_BOARD[0])
            height = max(rows - _LOG - 2, min(rows - _MIN_LOG - 2, SMALLEST_BOARD[1]))
            board = max(width, _MIN_BOARD[0]), max(height if grows else min(height, _FIXED_ROWS), _MIN_BOARD[1])
            return cls(board, max(columns - board[0], 0))
        more = _PANEL if columns >= _LARGE[0] and rows >= _LARGE[1] else 0
        if grows:
            return cls((columns - _PANEL - more, rows - _LOG - 2), _PANEL, more, is_wide=True)
        side = (columns - _FIXED_COLUMNS) // 2 if more else columns - _FIXED_COLUMNS
        more = columns - _FIXED_COLUMNS - side if more else 0
        return cls((_FIXED_COLUMNS, _FIXED_ROWS), side, more, is_wide=True)

    def apply(self, options: RenderOptions) -> RenderOptions:
        """Rendering options with the size of the board, which may be larger than its panel."""
        columns, rows = (max(mine, least) for mine, least in zip(self.board, SMALLEST_BOARD, strict=True))
        return replace(options, columns=columns, rows=rows)
