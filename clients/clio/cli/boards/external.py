"""Board renderer of games that Clio does not ship: the cells that the game describes, and its state below them."""

from collections.abc import Mapping
from typing import Any, Final

from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.struct_values import StructValue, plain_struct
from clio.cli.render.styles import BOLD, DIM, PLAIN, seat_style
from clio.cli.text.external_text import value_in_words
from clio.cli.text.message_text import Names, label, seat_name
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

BOARD: Final = "board"
STATE: Final = "state"
_MAX_CELLS: Final = 64
"""Rows of a board and cells of a row that are drawn; a board may come from any server."""
_MAX_WIDTH: Final = 16


def draw(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws the cells with a frame each; then the owners, and the fields of the state."""
    fields = plain_struct(view.external.fields)
    canvas = Canvas()
    rows = _rows(fields.get(BOARD))
    if rows:
        _draw_rows(canvas, rows, marks, options)
        _draw_owners(canvas, rows, view, names)
    state = fields.get(STATE)
    if not rows or not isinstance(state, dict):
        state = {name: value for name, value in fields.items() if name != BOARD}
        for name, value in state.items():
            canvas.put(0, canvas.height, f"{t(label(name))}: {value_in_words(name, value, names)}")
    return canvas


def touched_by_event(event: Event) -> frozenset[str]:
    """The place that the event's move names."""
    return frozenset({_place(event.move, event.actor)}) if event.move else frozenset()


def touched_by_move(move: Move) -> frozenset[str]:
    """The place that the move names."""
    return frozenset({_place(move.notation, "")})


def _place(move: str, actor: str) -> str:
    return f"{move}@{actor}" if actor else move


def _rows(board: StructValue) -> list[list[Mapping[str, Any]]]:
    """The rows of cells that a board describes, as far as they are any."""
    rows = board.get("rows") if isinstance(board, dict) else None
    found = [row.get("cells") if isinstance(row, dict) else None for row in rows] if isinstance(rows, list) else []
    return [
        [cell if isinstance(cell, dict) else {} for cell in cells[:_MAX_CELLS]]
        for cells in found[:_MAX_CELLS]
        if isinstance(cells, list)
    ]


def _text(cell: Mapping[str, Any]) -> str:
    return str(cell.get("text") or "")[:_MAX_WIDTH]


def _draw_rows(canvas: Canvas, rows: list[list[Mapping[str, Any]]], marks: Marks, options: RenderOptions) -> None:
    width = 2 + max((len(_text(cell)) for row in rows for cell in row), default=1)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            x, y = column * (width + 1), number * 2
            if _text(cell):
                _draw_frame(canvas, (x, y), width, options)
            places = _places(cell)
            sign = next((marks.sign(place) for place in places if marks.sign(place) != " "), " ")
            style = next((marks.style(place) for place in places if marks.style(place)), "")
            canvas.put(x + 1, y + 1, sign, style)
            canvas.put(x + 2, y + 1, f"{_text(cell):>{width - 2}}", style or _cell_style(cell))


def _places(cell: Mapping[str, Any]) -> tuple[str, ...]:
    """A cell is the target of its owner's move, and was touched by a move of its owner only."""
    move = cell.get("move")
    return () if not isinstance(move, str) else (_place(move, f"seat:{cell.get('seat')}"), _place(move, ""))


def _cell_style(cell: Mapping[str, Any]) -> str:
    seat = cell.get("seat")
    return seat_style(seat) if isinstance(seat, int) else PLAIN


def _draw_frame(canvas: Canvas, corner: tuple[int, int], width: int, options: RenderOptions) -> None:
    """The frame of a cell. One without text has none, so that boards need not be rectangles."""
    x, y = corner
    crossing = "┼" if options.unicode else "+"
    for line in (y, y + 2):
        canvas.put(x, line, crossing + options.line * width + crossing, DIM)
    canvas.put(x, y + 1, options.bar, DIM)
    canvas.put(x + width + 1, y + 1, options.bar, DIM)


def _draw_owners(canvas: Canvas, rows: list[list[Mapping[str, Any]]], view: View, names: Names) -> None:
    """Names the owner of each row's cells, and whose turn it is."""
    column = canvas.width + 2
    for number, row in enumerate(rows):
        owners = {cell["seat"] for cell in row if isinstance(cell.get("seat"), int)}
        if len(owners) == 1:
            seat = owners.pop()
            turn = " *" if seat in view.match.to_move else ""
            canvas.put(column, number * 2 + 1, f"{seat_name(seat, names):.30}{turn}", seat_style(seat) or BOLD)
