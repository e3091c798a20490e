"""Boards of any game: drawn by the game's renderer, or as fields and tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from google.protobuf.message import Message

from clio.cli.boards.registry import renderer_of
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas
from clio.cli.render.component_counts import is_count
from clio.cli.render.json_output import fields_of, is_map
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.output import Output, Table
from clio.cli.text.message_text import Names, field_in_words, label
from clio.v1.view_pb2 import View

_UNCUT: Final = 200
"""More columns and rows than a board has."""
_TABLE_COLUMNS: Final = 78
"""The columns for what lies beside Akrotiri's map."""


def show_board(out: Output, view: View, names: Names, options: RenderOptions, marks: Marks | None = None) -> None:
    """Prints the board of a view; nothing before the match starts."""
    game = view.WhichOneof("game")
    if game is None:
        return
    renderer = renderer_of(game)
    if renderer is None:
        show_fields(out, getattr(view, game), names)
    else:
        out.drawing(board_canvas(view, names, options, marks or Marks()), options)


def board_canvas(view: View, names: Names, options: RenderOptions, marks: Marks) -> Canvas:
    """Draws a board on a canvas; its fields line by line where the game has no renderer."""
    game = view.WhichOneof("game")
    renderer = renderer_of(game) if game else None
    canvas = renderer.draw(view, names, marks, options) if renderer is not None else Canvas()
    if game is not None and renderer is None:
        board: Message = getattr(view, game)
        for y, field in enumerate(fields_of(board)):
            canvas.put(0, y, f"{t(label(field.name))} {field_in_words(field, getattr(board, field.name), names)}")
    canvas.crop(options.columns)
    return canvas


def whole_board(
    view: View, names: Names, options: RenderOptions, marks: Marks | None = None, columns: int = 0
) -> Canvas:
    """Draws all of a board, whatever size it has, on at least so many columns; without the list of islands."""
    options = replace(options, columns=max(columns, board_columns(view)), rows=_UNCUT, islands=False)
    return board_canvas(view, names, options, marks or Marks())


def board_columns(view: View) -> int:
    """The columns that a board needs. Only Akrotiri's depend on the match: other boards are never wider than this."""
    if view.WhichOneof("game") != "akrotiri":
        return _UNCUT
    from clio.cli.boards.akrotiri_map import map_columns  # noqa: PLC0415 (this game only)
    from clio.cli.boards.akrotiri_side import PANEL_WIDTH  # noqa: PLC0415

    return max(map_columns(view.akrotiri), _TABLE_COLUMNS) + PANEL_WIDTH


def show_fields(out: Output, board: Message, names: Names) -> None:
    """Prints the fields of a message: single values first, then a table for each list."""
    tables = []
    facts = []
    for field in fields_of(board):
        if field.has_presence and not board.HasField(field.name):
            continue
        value = getattr(board, field.name)
        if field.is_repeated and field.message_type is not None and not is_map(field) and not is_count(field):
            tables.append(_table(t(label(field.name)), value, names))
        else:
            facts.append((t(label(field.name)), field_in_words(field, value, names) or "-"))
    width = max((len(name) for name, _ in facts), default=0)
    for name, text in facts:
        out.line(f"  {name:<{width}}  {text}")
    for table in tables:
        out.line()
        out.table(table)


def _table(title: str, rows: Sequence[Message], names: Names) -> Table:
    if not rows:
        return Table(["-"], [], title)
    fields = fields_of(rows[0])
    return Table(
        columns=[t(label(field.name)) for field in fields],
        rows=[
            [
                ""
                if field.has_presence and not row.HasField(field.name)
                else field_in_words(field, getattr(row, field.name), names)
                for field in fields
            ]
            for row in rows
        ],
        title=title,
    )
