"""Side panel of Akrotiri: the tile in hand, its rotations while it is to be played, and a small map of the whole."""

from typing import Final

from clio.cli.boards.akrotiri_map import Window, boat_cell, cells_of, draw_tile, marked_cells
from clio.cli.boards.akrotiri_quarter import BOATS
from clio.cli.boards.akrotiri_tile import HEIGHT, ROTATIONS, WIDTH, designs_of, turned
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM, TARGET, seat_style
from clio.v1.akrotiri_pb2 import AkrotiriStep, AkrotiriView

PANEL_WIDTH: Final = WIDTH + 1


def draw_side(board: AkrotiriView, window: Window, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws as much as the lines allow: what the mover decides about, but a boat that was scrolled away first."""
    canvas = Canvas()
    boat = boat_cell(board, board.seat)
    is_lost = boat is not None and (boat[0] not in window.columns or boat[1] not in window.rows)
    if is_lost:
        _draw_small_map(canvas, board, window, marks, options)
    tile = _tile_in_hand(board)
    designs = designs_of(options.components.akrotiri) if options.components is not None else {}
    design = designs.get(tile)
    if design is not None:
        is_choice = board.step == AkrotiriStep.AKROTIRI_STEP_TILE and _holder(board) == board.seat
        for rotation in ROTATIONS if is_choice else ROTATIONS[:1]:
            if canvas.height + HEIGHT + 1 > options.rows:
                break
            name = f"{rotation.removeprefix('r')}°" if is_choice else tile
            canvas.put(0, canvas.height, name[:WIDTH], BOLD)
            draw_tile(canvas, (0, canvas.height), turned(design, rotation), options)
    if not is_lost:
        _draw_small_map(canvas, board, window, marks, options)
    return canvas


def _tile_in_hand(board: AkrotiriView) -> str:
    held = [player for player in board.players if player.HasField("tile")]
    return next((player.tile for player in held if player.seat == board.seat), held[0].tile if held else "")


def _holder(board: AkrotiriView) -> int:
    held = [player.seat for player in board.players if player.HasField("tile")]
    return board.seat if board.seat in held else (held or [-1])[0]


def _draw_small_map(canvas: Canvas, board: AkrotiriView, window: Window, marks: Marks, options: RenderOptions) -> None:
    """One character a cell, those in the window filled; left out where the window shows all or no line is left."""
    cells = cells_of(board)
    shown = {cell for cell in cells if cell[0] in window.columns and cell[1] in window.rows}
    columns = sorted({x for x, _ in cells})
    rows = sorted({y for _, y in cells})
    top = canvas.height + 1 if canvas.height else 0
    if cells == shown or top + len(rows) + 1 > options.rows:
        return
    canvas.put(0, top, t("whole map"), BOLD)
    filled, empty, place = ("■", "□", "·") if options.unicode else ("#", "o", ".")
    thera = {(cell.x, cell.y) for cell in board.thera}
    boats = {boat_cell(board, seat): seat for seat in range(len(BOATS))}
    targets = marked_cells(marks)
    for y in range(rows[0], rows[-1] + 1):
        for x in range(columns[0], min(columns[-1], columns[0] + WIDTH - 1) + 1):
            cell = (x, y)
            spot = (x - columns[0], top + 1 + y - rows[0])
            if cell in boats:
                canvas.put(*spot, BOATS[boats[cell]], seat_style(boats[cell]))
            elif cell in thera:
                canvas.put(*spot, "T", BOLD if cell in shown else DIM)
            elif cell in cells:
                canvas.put(*spot, filled if cell in shown else empty, "" if cell in shown else DIM)
            elif cell in targets:
                canvas.put(*spot, place, TARGET)
