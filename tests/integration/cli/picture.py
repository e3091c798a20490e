"""Pictures of terminal screens, for people who review the goldens: characters and colours as a terminal shows them."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from pyte.screens import Char

from tests.integration.cli.screen import Screen

_FONT = "DejaVuSansMono.ttf"
_BOLD = "DejaVuSansMono-Bold.ttf"
_SIZE = 15
_CELL = (9, 18)
_INK, _PAPER = "#d8d8d8", "#141414"
_NAMED = {
    "black": "#000000",
    "red": "#cd3131",
    "green": "#0dbc79",
    "brown": "#e5e510",
    "blue": "#2472c8",
    "magenta": "#bc3fbc",
    "cyan": "#11a8cd",
    "white": "#e5e5e5",
}


def picture(screen: Screen, file: Path) -> None:
    """Writes what is on the screen as a PNG."""
    plain, bold = (ImageFont.truetype(name, _SIZE) for name in (_FONT, _BOLD))
    image = Image.new("RGB", (screen.columns * _CELL[0], screen.rows * _CELL[1]), _PAPER)
    draw = ImageDraw.Draw(image)
    for (column, row), cell in _cells(screen):
        ink, paper = _colour(cell.fg, _INK), _colour(cell.bg, _PAPER)
        if cell.reverse:
            ink, paper = paper, ink
        left, top = column * _CELL[0], row * _CELL[1]
        draw.rectangle((left, top, left + _CELL[0] - 1, top + _CELL[1] - 1), fill=paper)
        draw.text((left, top), cell.data, fill=ink, font=bold if cell.bold else plain)
        if cell.underscore:
            draw.line((left, top + _CELL[1] - 2, left + _CELL[0], top + _CELL[1] - 2), fill=ink)
    image.save(file)


def _cells(screen: Screen) -> Iterator[tuple[tuple[int, int], Char]]:
    for row in range(screen.rows):
        for column in range(screen.columns):
            yield (column, row), screen.cell(row, column)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return _NAMED.get(name.removeprefix("bright"), f"#{name}")
