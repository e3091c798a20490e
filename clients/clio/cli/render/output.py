"""Output of a command: JSON documents or text, with drawn tables on a terminal."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import Plain
from clio.cli.render.wrap import column_widths, columns, fitted

if TYPE_CHECKING:
    from clio.cli.render.canvas import Canvas
    from clio.cli.render.options import RenderOptions

_GAP: Final = "  "


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; ``named`` headings are names and are not upper-cased."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    named: bool = False


class Output:
    """Standard output of one command."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json: Final = as_json
        self.on_terminal: Final = not as_json and sys.stdout.isatty()

    def document(self, value: "Mapping[str, Plain]") -> None:
        """Prints a JSON document on one line."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    def line(self, text: str = "", *, whole: bool = False) -> None:
        """Prints a line of text, wrapped to the terminal unless it is ``whole``, to be copied."""
        shown = printable(text)
        sys.stdout.write((fitted(shown, columns()) if self.on_terminal and not whole else shown) + "\n")
        sys.stdout.flush()

    def aside(self, text: str) -> None:
        """Prints a notice to standard error; nothing with ``--json``."""
        if not self.as_json:
            _to_stderr(text)

    def table(self, table: Table) -> None:
        """Prints a table: drawn on a terminal, as aligned columns elsewhere."""
        if self.on_terminal:
            _draw(table)
        else:
            self._align(table)

    def drawing(self, canvas: "Canvas", options: "RenderOptions") -> None:
        """Prints a board, in colours where the options have them."""
        if options.colour:
            from rich.console import Console  # noqa: PLC0415 (for terminals only)

            Console(highlight=False).print(canvas.rich(), crop=False, overflow="ignore")
            return
        for line in canvas.lines():
            self.line(line)

    def failure(self, failure: Failure) -> None:
        """Prints a failure."""
        if self.as_json:
            fields = {"message": failure.message, "reason": failure.reason, **failure.details}
            self.document({"error": {name: value for name, value in fields.items() if value}})
            return
        _to_stderr(f"clio: {failure.message}")
        if rule := failure.details.get("rule"):
            text = failure.details.get("rule_text", "")
            named = filled("Rule {rule}", rule=rule)
            _to_stderr(f"{named}: {text}" if text else named)

    def _align(self, table: Table) -> None:
        if table.title:
            self.line(f"{table.title}:")
        headings = [heading if table.named else heading.upper() for heading in table.columns]
        cells = [headings, *table.rows]
        widths = [max(len(printable(row[i])) for row in cells) for i in range(len(table.columns))]
        for row in cells:
            shown = (printable(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
            self.line((_GAP * bool(table.title) + _GAP.join(shown)).rstrip())


def printable(text: str) -> str:
    """Replaces characters that could control the terminal."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character == "\n" else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def _to_stderr(text: str) -> None:
    shown = printable(text)
    sys.stderr.write((fitted(shown, columns()) if sys.stderr.isatty() else shown) + "\n")
    sys.stderr.flush()


def _draw(table: Table) -> None:
    from rich import box  # noqa: PLC0415 (for terminals only)
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Drawn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    cells = [[printable(cell) for cell in row] for row in (table.columns, *table.rows)]
    gaps = len(table.columns) - 1
    widths = column_widths(cells, columns() - 2 * gaps)
    narrow = sum(widths) + 2 * gaps > columns()
    drawn = Drawn(
        title=table.title or None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 0 if narrow else 1, 0, 0),
        show_edge=False,
    )
    for heading, width in zip(table.columns, column_widths(cells, columns() - gaps) if narrow else widths, strict=True):
        drawn.add_column(heading, overflow="fold", width=width)
    for row in cells[1:]:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)
