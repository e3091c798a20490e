"""Map renderer of Akrotiri: every cell is two lines high, each quarter of it four columns wide.

A quarter shows its terrain (the letter of its icon, or land), its piece (a boat, a temple or a cube) and its dock's
number.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, DIM, seat_style
from clio.v1.akrotiri_pb2 import AkrotiriColour, AkrotiriCorner, AkrotiriSide, AkrotiriTerrain, AkrotiriView

Cell = tuple[int, int]

_CELL_WIDTH: Final = 10
_CELL_HEIGHT: Final = 2
_MARGIN: Final = 4
_MIN_ROWS: Final = 3
_PLACES: Final = {"nw": (1, 0), "ne": (6, 0), "sw": (1, 1), "se": (6, 1)}
BOATS: Final = ("@", "&")
TEMPLES: Final = ("A", "B")


@dataclass(slots=True)
class _Quarter:
    ground: Span | None = None
    things: list[Span] = field(default_factory=list)
    dock: int = 0


def colour(value: int) -> str:
    """The id of a colour."""
    return component_id(AkrotiriColour.DESCRIPTOR, value)


def cube_letter(name: str) -> str:
    """The letter of a cube: the initial, but the last letter of grey because green has the same initial."""
    return t(name)[-1] if name == "grey" else t(name)[:1]


def draw_map(board: AkrotiriView, marks: Marks, options: RenderOptions, rows: int) -> Canvas:
    """Draws as many cells around the focus as fit."""
    canvas = Canvas()
    targets = _marked_cells(marks)
    cells = {(tile.x, tile.y) for tile in board.tiles} | {(cell.x, cell.y) for cell in board.thera}
    wide = max((options.columns - _MARGIN - 1) // _CELL_WIDTH, 1)
    high = max((rows - 1) // _CELL_HEIGHT, _MIN_ROWS)
    focus = targets or {(tile.x, tile.y) for tile in board.tiles[-1:]} or {(0, 0)}
    known = cells | targets
    columns = _window(sorted({x for x, _ in known}), [x for x, _ in focus], wide)
    lines = _window(sorted({y for _, y in known}), [y for _, y in focus], high)
    quarters = _quarters(board, options)
    for column, x in enumerate(columns):
        canvas.put(_MARGIN + column * _CELL_WIDTH + 4, 0, f"{x:>2}", DIM)
    for line, y in enumerate(lines):
        canvas.put(0, 1 + line * _CELL_HEIGHT, f"{y:>3}", DIM)
        for column, x in enumerate(columns):
            left, top = _MARGIN + column * _CELL_WIDTH, 1 + line * _CELL_HEIGHT
            if (x, y) in cells:
                _draw_cell(canvas, (left, top), (x, y), quarters, marks, options)
            elif (x, y) in targets:
                canvas.put(left + 1, top, f"{marks.sign(f'cell:{x},{y}')}{x},{y}", marks.style(f"cell:{x},{y}"))
    _draw_routes(canvas, board, columns, lines, options)
    return canvas


def _window(known: Sequence[int], focus: Sequence[int], available: int) -> list[int]:
    """The coordinates to show: all, or as many around the focus as fit."""
    first, last = known[0], known[-1]
    if last - first + 1 <= available:
        return list(range(first, last + 1))
    middle = sum(focus) // len(focus)
    begin = min(max(middle - available // 2, first), last - available + 1)
    return list(range(begin, begin + available))


def _marked_cells(marks: Marks) -> set[Cell]:
    cells = set()
    for place in marks.targets | marks.chosen:
        kind, _, rest = place.partition(":")
        if kind in ("cell", "corner"):
            x, y = rest.split(",")[:2]
            cells.add((int(x), int(y)))
    return cells


def _quarters(board: AkrotiriView, options: RenderOptions) -> Mapping[tuple[int, int, str], _Quarter]:
    found: dict[tuple[int, int, str], _Quarter] = {}

    def at(x: int, y: int, corner: int) -> _Quarter:
        return found.setdefault((x, y, component_id(AkrotiriCorner.DESCRIPTOR, corner)), _Quarter())

    for x, y, corner, ground in _grounds(board, "░" if options.unicode else "#"):
        at(x, y, corner).ground = ground
    for dock in board.docks:
        at(dock.x, dock.y, dock.corner).dock = dock.dock
    for x, y, corner, thing in _things(board):
        at(x, y, corner).things.append(thing)
    return found


def _grounds(board: AkrotiriView, land: str) -> Iterator[tuple[int, int, int, Span]]:
    """Land first, then the icons that cover it."""
    for cell in board.thera:
        yield from ((cell.x, cell.y, part.corner, Span(land, DIM)) for part in cell.land)
    for tile in board.tiles:
        yield from ((tile.x, tile.y, part.corner, Span(land, DIM)) for part in tile.land)
        if terrain := component_id(AkrotiriTerrain.DESCRIPTOR, tile.terrain):
            yield tile.x, tile.y, tile.icon, Span(t(terrain)[:1].upper(), f"{terrain} bold")


def _things(board: AkrotiriView) -> Iterator[tuple[int, int, int, Span]]:
    """Boats before temples before cubes: only the first is shown."""
    for dock in board.docks:
        if dock.HasField("boat"):
            yield dock.x, dock.y, dock.corner, Span(BOATS[dock.boat], seat_style(dock.boat))
    for temple in board.temples:
        yield temple.x, temple.y, temple.corner, Span(TEMPLES[temple.seat], seat_style(temple.seat))
    for cube in board.cubes:
        name = colour(cube.colour)
        yield cube.x, cube.y, cube.corner, Span(cube_letter(name), name)


def _draw_cell(  # noqa: PLR0913, PLR0917 (a part of a drawing)
    canvas: Canvas,
    corner: tuple[int, int],
    cell: Cell,
    quarters: Mapping[tuple[int, int, str], _Quarter],
    marks: Marks,
    options: RenderOptions,
) -> None:
    left, top = corner
    for name, (x, y) in _PLACES.items():
        quarter = quarters.get((*cell, name), _Quarter())
        places = [f"corner:{cell[0]},{cell[1]},{name}", f"cell:{cell[0]},{cell[1]}"]
        if quarter.dock:
            places.insert(0, f"dock:{quarter.dock}")
        canvas.write(top + y, *_shown(quarter, places, marks, options), x=left + x)


def _shown(quarter: _Quarter, places: Sequence[str], marks: Marks, options: RenderOptions) -> Iterable[Span]:
    marked = next((place for place in places if marks.sign(place) != " "), "")
    ground = quarter.ground or Span("~" if options.unicode else " ", "route")
    yield Span(marks.sign(marked), marks.style(marked)) if marked else ground
    yield quarter.things[0] if quarter.things else Span(" ")
    number = f"{quarter.dock:<2}" if quarter.dock else "  "
    yield Span(number, marks.style(marked) or BOLD)


def _draw_routes(
    canvas: Canvas, board: AkrotiriView, columns: list[int], lines: list[int], options: RenderOptions
) -> None:
    ways = {"n": (5, 0), "s": (5, 1), "w": (0, 0), "e": (_CELL_WIDTH, 0)}
    for x, y, side in _routes(board):
        if x in columns and y in lines:
            right, below = ways[side]
            left, top = _MARGIN + columns.index(x) * _CELL_WIDTH, 1 + lines.index(y) * _CELL_HEIGHT
            canvas.put(left + right, top + below, options.bar if side in "ns" else options.line, "route")


def _routes(board: AkrotiriView) -> Iterator[tuple[int, int, str]]:
    for cell in board.thera:
        yield from ((cell.x, cell.y, component_id(AkrotiriSide.DESCRIPTOR, way.side)) for way in cell.routes)
    for tile in board.tiles:
        yield from ((tile.x, tile.y, component_id(AkrotiriSide.DESCRIPTOR, way.side)) for way in tile.routes)
