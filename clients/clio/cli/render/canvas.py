"""A sheet of characters, each with a style."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clio.cli.render.output import printable
from clio.cli.render.styles import PLAIN, rich_style

if TYPE_CHECKING:
    from rich.text import Text

BLANK: Final = " "


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of one style, one after the other."""

    text: str
    style: str = PLAIN


class Canvas:
    """Grows to the right and downwards as it is written on."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []

    @property
    def height(self) -> int:
        """How many lines it has."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """How many columns its longest line has."""
        return max((len(row) for row in self._rows), default=0)

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> int:
        """Writes on a line from a column on, over what was there; gives the column after it."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        text = printable(text)
        row.extend([(BLANK, PLAIN)] * (x + len(text) - len(row)))
        for offset, character in enumerate(text):
            row[x + offset] = (character, style)
        return x + len(text)

    def write(self, y: int, *spans: Span, x: int = 0) -> int:
        """Writes spans one after the other; gives the column after them."""
        for span in spans:
            x = self.put(x, y, span.text, span.style)
        return x

    def crop(self, columns: int) -> None:
        """Cuts off what is wider."""
        for row in self._rows:
            del row[columns:]

    def spans(self) -> list[list[Span]]:
        """Every line as its spans."""
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
        """Every line without its styles."""
        return ["".join(character for character, _ in row).rstrip() for row in self._rows]

    def rich(self) -> "Text":
        """All of it for a terminal with colours."""
        from rich.text import Text  # noqa: PLC0415 (for terminals only)

        text = Text(no_wrap=True)
        for number, line in enumerate(self.spans()):
            text.append("\n" if number else "")
            for span in line:
                text.append(span.text, rich_style(span.style) or None)
        return text
