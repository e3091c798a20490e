"""A canvas of styled characters."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clio.cli.render.output import printable
from clio.cli.render.styles import PLAIN, rich_style

if TYPE_CHECKING:
    from rich.text import Text

BLANK: Final = " "


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive characters of one style."""

    text: str
    style: str = PLAIN


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
        row.extend([(BLANK, PLAIN)] * (x + len(text) - len(row)))
        for offset, character in enumerate(text):
            row[x + offset] = (character, style)
        return x + len(text)

    def write(self, y: int, *spans: Span, x: int = 0) -> int:
        """Writes consecutive spans; returns the column after them."""
        for span in spans:
            x = self.put(x, y, span.text, span.style)
        return x

    def crop(self, columns: int) -> None:
        """Cuts every line to a width."""
        for row in self._rows:
            del row[columns:]

    def spans(self) -> list[list[Span]]:
        """The lines as spans."""
        lines = []
        for row in self._rows:
            line: list[Span] = []
            for character, style in row:
                if line and line[-1].style == style:
                    line[-1] = Span(line[-1].text + character, style)
                else:
                    line.append(Span(character, style))
            lines.append(line)
        return lines

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
