"""The grid under the map: cells, their corners and sides, their quadrants, quarter turns.

Corners and side middles are points of a grid twice as fine as the cells': the cell (x, y) has its north-west corner at
(2x, 2y), so corners are even in both numbers and side middles in one. x grows to the east, y to the south, and (0, 0)
is the middle of the Thera board.
"""

from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

Side: TypeAlias = Literal["n", "e", "s", "w"]
Corner: TypeAlias = Literal["nw", "ne", "se", "sw"]
Rotation: TypeAlias = Literal["r0", "r90", "r180", "r270"]
Cell: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, int]
Quadrant: TypeAlias = tuple[int, int]
"""Column and row of a quarter of a cell; negative ones lie west or north of Thera's middle."""

SIDES: Final[tuple[Side, ...]] = get_args(Side)
CORNERS: Final[tuple[Corner, ...]] = get_args(Corner)
ROTATIONS: Final[tuple[Rotation, ...]] = get_args(Rotation)
CORNER_NAMED: Final[dict[str, Corner]] = {corner: corner for corner in CORNERS}
ROTATION_NAMED: Final[dict[str, Rotation]] = {rotation: rotation for rotation in ROTATIONS}

_KEPT_POINTS: Final = 8192
"""Cache size: all matches share the points; a map seldom reaches ten cells from Thera."""
_EXIT: Final[dict[Side, Point]] = {"n": (1, 0), "e": (2, 1), "s": (1, 2), "w": (0, 1)}
_CORNER: Final[dict[Corner, Point]] = {"nw": (0, 0), "ne": (2, 0), "se": (2, 2), "sw": (0, 2)}
_QUADRANT: Final[dict[Corner, Quadrant]] = {"nw": (0, 0), "ne": (1, 0), "se": (1, 1), "sw": (0, 1)}
_CORNER_AT: Final[dict[Quadrant, Corner]] = {offset: corner for corner, offset in _QUADRANT.items()}


@lru_cache(maxsize=_KEPT_POINTS)
def exit_point(cell: Cell, side: Side) -> Point:
    """Where a route leaves the cell on that side; the neighbour's route enters at the same point."""
    dx, dy = _EXIT[side]
    return 2 * cell[0] + dx, 2 * cell[1] + dy


@lru_cache(maxsize=_KEPT_POINTS)
def corner_point(cell: Cell, corner: Corner) -> Point:
    """The grid vertex at that corner of the cell."""
    dx, dy = _CORNER[corner]
    return 2 * cell[0] + dx, 2 * cell[1] + dy


@lru_cache(maxsize=_KEPT_POINTS)
def quadrant_at(cell: Cell, corner: Corner) -> Quadrant:
    """The quarter of the cell at that corner."""
    dx, dy = _QUADRANT[corner]
    return 2 * cell[0] + dx, 2 * cell[1] + dy


def place_of(quadrant: Quadrant) -> tuple[Cell, Corner]:
    """The cell a quadrant belongs to, and at which of its corners it lies."""
    column, row = quadrant
    return (column >> 1, row >> 1), _CORNER_AT[column & 1, row & 1]


def quadrants_around(vertex: Point) -> tuple[Quadrant, ...]:
    """The four quadrants that meet at a vertex."""
    x, y = vertex
    return (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)


def cells_around(vertex: Point) -> tuple[Cell, ...]:
    """The four cells that meet at a vertex."""
    x, y = vertex[0] >> 1, vertex[1] >> 1
    return (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells beside a cell, in the order of its sides."""
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def turned_side(side: Side, rotation: Rotation) -> Side:
    """The side that a side becomes when its tile is rotated clockwise."""
    return SIDES[(SIDES.index(side) + ROTATIONS.index(rotation)) % 4]


def turned_corner(corner: Corner, rotation: Rotation) -> Corner:
    """The corner that a corner becomes when its tile is rotated clockwise."""
    return CORNERS[(CORNERS.index(corner) + ROTATIONS.index(rotation)) % 4]
