"""Output of a command: JSON documents or text, with drawn tables on a terminal."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import Failure
from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import Plain
from clio.cli.render.terminal import has_keyboard
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
        self._page: StringIO | None = None

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Shows what is printed inside through a pager, where it is longer than the terminal."""
        if not self.on_terminal or not has_keyboard():
            yield
            return
        self._page = StringIO()
        try:
            yield
        finally:
            text, self._page = self._page.getvalue(), None
            if text.count("\n") < shutil.get_terminal_size().lines:
                self._write(text)
            else:
                import click  # noqa: PLC0415 (loaded already in a command)

                # ``less`` shows bytes instead of letters where the system lacks the locale.
                os.environ.setdefault("LESSCHARSET", "utf-8")
                click.echo_via_pager(text)

    def _write(self, text: str) -> None:
        if self._page is not None:
            self._page.write(text)
            return
        sys.stdout.write(text)
        sys.stdout.flush()

    def document(self, value: "Mapping[str, Plain]") -> None:
        """Prints a JSON document on one line."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    def line(self, text: str = "", *, whole: bool = False) -> None:
        """Prints a line of text, wrapped to the terminal unless it is ``whole``, to be copied."""
        shown = printable(text)
        self._write((fitted(shown, columns()) if self.on_terminal and not whole else shown) + "\n")

    def aside(self, text: str) -> None:
        """Prints a notice to standard error; nothing with ``--json``."""
        if not self.as_json:
            _to_stderr(text)

    def table(self, table: Table) -> None:
        """Prints a table: drawn on a terminal, as aligned columns elsewhere."""
        if self.on_terminal:
            self._write(_drawn(table))
        else:
            self._align(table)

    def drawing(self, canvas: "Canvas", options: "RenderOptions") -> None:
        """Prints a board, in colours where the options have them."""
        if options.colour:
            from rich.console import Console  # noqa: PLC0415 (for terminals only)

            Console(highlight=False).print(canvas.rich(), crop=False, overflow="ignore")
            return
        for line in canvas.lines():
            # A line of a board that is broken in two shows nothing.
            self.line(line, whole=True)

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


def _drawn(table: Table) -> str:
    """A table for the terminal; a list of headed lines where the columns do not fit side by side."""
    cells = [[printable(cell) for cell in row] for row in (table.columns, *table.rows)]
    gaps = len(table.columns) - 1
    widths = column_widths(cells, columns() - 2 * gaps)
    if sum(widths) + 2 * gaps > columns():
        return _stacked(table.title, cells)
    return _ruled(table.title, cells, widths)


def _stacked(title: str, cells: Sequence[Sequence[str]]) -> str:
    """One line for each cell, under its row's first one."""
    headings = cells[0]
    lines = [title] if title else []
    for first, *others in cells[1:]:
        lines.append(fitted(first or "-", columns()))
        lines += [
            fitted(f"{_GAP}{heading}: {cell}" if heading else f"{_GAP}{cell}", columns())
            for heading, cell in zip(headings[1:], others, strict=True)
            if cell
        ]
    return "\n".join(lines) + "\n"


def _ruled(title: str, cells: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    from rich import box  # noqa: PLC0415 (for terminals only)
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Drawn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawn = Drawn(
        title=title or None,
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
    for heading, width in zip(cells[0], widths, strict=True):
        drawn.add_column(heading, overflow="fold", width=width)
    for row in cells[1:]:
        drawn.add_row(*map(Text, row))
    console = Console()
    with console.capture() as shown:
        console.print(drawn)
    return shown.get()
