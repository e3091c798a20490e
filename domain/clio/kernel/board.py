"""Boards for any client: rows of cells with their texts, and the move that a cell stands for."""

import msgspec


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One cell. ``seat`` is its owner, ``move`` the move that choosing it means, in notation; ``label`` names it."""

    text: str
    seat: int | None = None
    move: str | None = None
    label: str = ""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of cells, from left to right."""

    cells: tuple[Cell, ...]


class Board(msgspec.Struct, frozen=True, gc=False):
    """Rows of cells, from top to bottom, and a sentence about the position."""

    rows: tuple[Row, ...]
    caption: str = ""
