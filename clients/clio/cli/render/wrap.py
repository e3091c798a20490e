"""Text that fits a terminal: broken between words, never inside one."""

import shutil
import textwrap
from collections.abc import Sequence
from typing import Final

_SHORT: Final = 14
"""What is this short, a name or a share, is not broken at all."""
_LONGEST: Final = 24
_HANGING: Final = "  "


def columns() -> int:
    """The terminal's width."""
    return shutil.get_terminal_size().columns


def fitted(text: str, width: int) -> str:
    """A line as several, those after the first indented, where it is too long; blanks inside it are kept if not."""
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


def column_widths(table: Sequence[Sequence[str]], room: int) -> list[int]:
    """How wide the columns of a table are, headings first: as wide as they need, or less where there is no room.

    The widest gives way first, but none so far that a word of it would be broken.
    """
    turned = list(zip(*table, strict=True))
    widths = [max(map(len, cells)) for cells in turned]
    least = [_least(heading, cells) for heading, *cells in turned]
    while sum(widths) > room and widths != least:
        widest = max((i for i in range(len(widths)) if widths[i] > least[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def _least(heading: str, cells: Sequence[str]) -> int:
    widths = [len(word) for word in heading.split()]
    for cell in cells:
        widths += [len(cell)] if len(cell) <= _SHORT else [min(len(word), _LONGEST) for word in cell.split()]
    return max(widths, default=1)
