"""A canvas of styled characters."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from clio.cli.render.output import printable
from clio.cli.render.styles import PLAIN, rich_style

if TYPE_CHECKING:
    from rich.text import Text

BLANK: Final = " "
_CELLS_SHARED: Final = 4096


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive characters of one style."""

    text: str
    style: str = PLAIN


@lru_cache(_CELLS_SHARED)
def _cell(character: str, style: str) -> tuple[str, str]:
    """A cell, shared by all canvases: a film has millions of cells, and few that differ."""
    return character, style


class Canvas:
    """A grid of characters that grows to the right and downwards as text is written."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """The length of the longest line."""
        return max((len(row) for row in self._rows), default=0)

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> int:
        """Writes text at a position, overwriting; returns the column after it."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        text = printable(text)
        row.extend([_cell(BLANK, PLAIN)] * (x + len(text) - len(row)))
        row[x : x + len(text)] = [_cell(character, style) for character in text]
        return x + len(text)

    def write(self, y: int, *spans: Span, x: int = 0) -> int:
        """Writes consecutive spans; returns the column after them."""
        for span in spans:
            x = self.put(x, y, span.text, span.style)
        return x

    def place(self, top: int, other: "Canvas") -> None:
        """Puts the lines of another canvas here, in place of these."""
        while len(self._rows) < top:
            self._rows.append([])
        self._rows[top : top + other.height] = other._rows  # noqa: SLF001 (another canvas)

    def styles(self) -> set[str]:
        """The styles of all characters."""
        return {style for row in self._rows for _, style in set(row)}

    def crop(self, columns: int) -> None:
        """Cuts every line to a width."""
        for row in self._rows:
            del row[columns:]

    def part(self, left: int, top: int, columns: int, rows: int) -> "Canvas":
        """A rectangle of the canvas."""
        cut = Canvas()
        cut._rows = [row[left : left + columns] for row in self._rows[top : top + rows]]
        return cut

    def spans(self) -> list[list[Span]]:
        """The lines as spans."""
        return [
            [Span("".join(map(itemgetter(0), cells)), style) for style, cells in groupby(row, itemgetter(1))]
            for row in self._rows
        ]

    def lines(self) -> list[str]:
        """The lines without styles."""
        return ["".join(character for character, _ in row).rstrip() for row in self._rows]

    def rich(self) -> "Text":
        """The canvas as Rich text, for terminals with colours."""
        from rich.text import Text  # noqa: PLC0415 (for terminals only)

        text = Text(no_wrap=True)
        for number, line in enumerate(self.spans()):
            text.append("\n" if number else "")
            for span in line:
                text.append(span.text, rich_style(span.style) or None)
        return text
