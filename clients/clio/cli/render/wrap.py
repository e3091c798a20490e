"""Word wrapping and column widths for terminals."""

import shutil
import textwrap
from collections.abc import Sequence
from typing import Final

_SHORT: Final = 14
"""A cell up to this length, such as a name or a share, is not wrapped."""
_LONGEST: Final = 24
_HANGING: Final = "  "


def columns() -> int:
    """The width of the terminal."""
    return shutil.get_terminal_size().columns


def fitted(text: str, width: int) -> str:
    """Wraps a line that is too long, with a hanging indent; a line that fits stays unchanged."""
    if len(text) <= width:
        return text
    indent = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(
        text,
        width,
        subsequent_indent=indent + _HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def column_widths(table: Sequence[Sequence[str]], available: int) -> list[int]:
    """Computes the widths of a table's columns, given its rows with the headings first.

    Where the space does not suffice the widest columns shrink first, but never below their longest word.
    """
    turned = list(zip(*table, strict=True))
    widths = [max(map(len, cells)) for cells in turned]
    least = [_least(heading, cells) for heading, *cells in turned]
    while sum(widths) > available and widths != least:
        widest = max((i for i in range(len(widths)) if widths[i] > least[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def _least(heading: str, cells: Sequence[str]) -> int:
    widths = [len(word) for word in heading.split()]
    for cell in cells:
        widths += [len(cell)] if len(cell) <= _SHORT else [min(len(word), _LONGEST) for word in cell.split()]
    return max(widths, default=1)
