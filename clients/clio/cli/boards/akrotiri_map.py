"""Map renderer of Akrotiri: a window of cells that shows the mover's boat, with everything that lies on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from clio.cli.boards.akrotiri_quarter import Quarter, draw_quarter, icon, quarters_of
from clio.cli.boards.akrotiri_tile import (
    CROSSROADS,
    HEIGHT,
    QUARTERS,
    WIDTH,
    Design,
    designs_of,
    land,
    rotation_id,
    routes,
    turned,
)
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import DIM, TARGET
from clio.v1.akrotiri_pb2 import AkrotiriCorner, AkrotiriView

Cell = tuple[int, int]

_MARGIN: Final = 3
_TINTS: Final = 6


@dataclass(frozen=True, slots=True)
class Window:
    """The columns and rows of cells that are drawn."""

    columns: range
    rows: range


def cells_of(board: AkrotiriView) -> set[Cell]:
    """The cells with a tile or the Thera board."""
    return {(tile.x, tile.y) for tile in board.tiles} | {(cell.x, cell.y) for cell in board.thera}


def boat_cell(board: AkrotiriView, seat: int) -> Cell | None:
    """The cell where a seat's boat lies."""
    return next(((dock.x, dock.y) for dock in board.docks if dock.HasField("boat") and dock.boat == seat), None)


def window_on(board: AkrotiriView, marks: Marks, options: RenderOptions, size: tuple[int, int]) -> Window:
    """The cells that fit on so many columns and lines: those around what can be chosen, with the mover's boat.

    The player's scrolling moves the window.
    """
    fits = max((size[0] - _MARGIN) // WIDTH, 1), max((size[1] - 1) // HEIGHT, 1)
    known = cells_of(board) | marked_cells(marks)
    boat = boat_cell(board, board.seat)
    focus = marked_cells(marks) or {(tile.x, tile.y) for tile in board.tiles[-1:]} or {(0, 0)}
    return Window(*(_span(axis, known, focus, boat, fits[axis], options.scroll[axis]) for axis in (0, 1)))


def _span(  # noqa: PLR0913, PLR0917 (one axis of the window)
    axis: int, known: set[Cell], focus: set[Cell], boat: Cell | None, available: int, scroll: int
) -> range:
    first, last = min(cell[axis] for cell in known), max(cell[axis] for cell in known)
    if last - first + 1 <= available:
        return range(first, last + 1)
    begin = sum(cell[axis] for cell in focus) // len(focus) - available // 2
    if boat is not None:
        begin = min(max(begin, boat[axis] - available + 1), boat[axis])
    begin = min(max(begin + scroll, first), last - available + 1)
    return range(begin, begin + available)


def map_columns(board: AkrotiriView) -> int:
    """The columns of characters that the whole map takes."""
    known = {x for x, _ in cells_of(board)} or {0}
    return _MARGIN + (max(known) - min(known) + 1) * WIDTH


def draw_map(board: AkrotiriView, marks: Marks, options: RenderOptions, size: tuple[int, int]) -> Canvas:
    """Draws a window of that many columns and lines of characters."""
    window = window_on(board, marks, options, size)
    painter = _Painter(board, marks, options)
    for column, x in enumerate(window.columns):
        painter.canvas.put(_MARGIN + column * WIDTH + WIDTH // 2 - 1, 0, f"{x:>2}", DIM)
    for line, y in enumerate(window.rows):
        painter.canvas.put(0, 2 + line * HEIGHT, f"{y:>2}", DIM)
        for column, x in enumerate(window.columns):
            painter.draw_cell((x, y), (_MARGIN + column * WIDTH, 1 + line * HEIGHT))
    _draw_arrows(painter.canvas, window, cells_of(board) | marked_cells(marks), options)
    return painter.canvas


def _draw_arrows(canvas: Canvas, window: Window, known: set[Cell], options: RenderOptions) -> None:
    """Points to the sides where the map goes on."""
    right, bottom = _MARGIN + len(window.columns) * WIDTH - 1, len(window.rows) * HEIGHT
    left, up, more, down = "←↑→↓" if options.unicode else "<^>v"
    for place, arrow, is_hidden in (
        ((0, 0), left, any(x < window.columns.start for x, _ in known)),
        ((1, 0), up, any(y < window.rows.start for _, y in known)),
        ((right, 0), more, any(x >= window.columns.stop for x, _ in known)),
        ((1, bottom), down, any(y >= window.rows.stop for _, y in known)),
    ):
        if is_hidden:
            canvas.put(*place, arrow, TARGET)


def draw_tile(canvas: Canvas, corner: tuple[int, int], design: Design, options: RenderOptions) -> None:
    """Draws a tile that lies nowhere yet: its land, routes, docks and icon."""
    quarters = {(0, 0, name): Quarter() for name in QUARTERS}
    for name in design.docks:
        quarters[0, 0, name].dock = -1
    quarters[0, 0, design.icon].things.append(icon(design.terrain))
    tints = dict.fromkeys(QUARTERS, "land0")
    _draw(canvas, corner, design, tints, options)
    for name in QUARTERS:
        draw_quarter(canvas, corner, name, quarters[0, 0, name], frozenset(routes(design, unicode=True)))


def marked_cells(marks: Marks) -> set[Cell]:
    """The cells of places that can be chosen or are chosen."""
    cells = set()
    for place in marks.targets | marks.chosen:
        kind, _, rest = place.partition(":")
        if kind in ("cell", "corner"):
            x, y = rest.split(",")[:2]
            cells.add((int(x), int(y)))
    return cells


class _Painter:
    """Draws the cells of one board."""

    def __init__(self, board: AkrotiriView, marks: Marks, options: RenderOptions) -> None:
        self.canvas: Final = Canvas()
        self._marks: Final = marks
        self._options: Final = options
        known = designs_of(options.components.akrotiri) if options.components is not None else {}
        self._designs = {(cell.x, cell.y): CROSSROADS for cell in board.thera} | {
            (tile.x, tile.y): turned(known.get(tile.tile, CROSSROADS), rotation_id(tile.rotation))
            for tile in board.tiles
        }
        lands = [(cell.x, cell.y, cell.land) for cell in board.thera] + [
            (tile.x, tile.y, tile.land) for tile in board.tiles
        ]
        self._islands = {
            (x, y, component_id(AkrotiriCorner.DESCRIPTOR, part.corner)): part.island
            for x, y, parts in lands
            for part in parts
        }
        self._quarters: Final = quarters_of(board)
        self._targets: Final = marked_cells(marks)

    def draw_cell(self, cell: Cell, corner: tuple[int, int]) -> None:
        design = self._designs.get(cell)
        place = f"cell:{cell[0]},{cell[1]}"
        if design is None:
            if cell in self._targets:
                text = f"{self._marks.sign(place)}{cell[0]},{cell[1]}"
                self.canvas.put(corner[0] + 2, corner[1] + 1, text, self._marks.style(place))
            return
        tints = {name: f"land{self._islands.get((*cell, name), 0) % _TINTS}" for name in QUARTERS}
        _draw(self.canvas, corner, design, tints, self._options)
        taken = frozenset(routes(design, unicode=True))
        for name in QUARTERS:
            quarter = self._quarters.get((*cell, name), Quarter())
            places = [f"dock:{quarter.dock}", f"corner:{cell[0]},{cell[1]},{name}"]
            marked = next((each for each in places if self._marks.sign(each) != " "), "")
            if marked or (name == "nw" and self._marks.sign(place) != " "):
                marked = marked or place
                sign = Span(self._marks.sign(marked), self._marks.style(marked))
                quarter = Quarter([sign, *quarter.things], quarter.dock, quarter.has_boat, quarter.sites)
            draw_quarter(self.canvas, corner, name, quarter, taken, self._marks.style(marked))


def _draw(
    canvas: Canvas, corner: tuple[int, int], design: Design, tints: Mapping[str, str], options: RenderOptions
) -> None:
    left, top = corner
    for (x, y), name in land(design).items():
        canvas.put(left + x, top + y, "▒" if options.unicode else "%", tints[name])
    for (x, y), character in routes(design, unicode=options.unicode).items():
        canvas.put(left + x, top + y, character, "route")
