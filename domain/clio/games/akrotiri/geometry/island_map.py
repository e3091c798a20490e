"""The map: the Thera board and the tiles around it, with islands and route networks updated per tile."""

from collections.abc import Iterator

import msgspec

from clio.games.akrotiri.geometry.design import Design
from clio.games.akrotiri.geometry.grid import (
    Cell,
    Corner,
    Point,
    Quadrant,
    Rotation,
    Side,
    cells_around,
    corner_point,
    exit_point,
    neighbours,
    place_of,
    quadrant_at,
    quadrants_around,
)
from clio.games.akrotiri.geometry.regions import Region, Regions


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A land tile on the map."""

    tile: str
    rotation: Rotation


class Dock(msgspec.Struct, frozen=True, gc=False):
    """A dock; docks are numbered from 1 in the order in which they came on the map, Thera's first."""

    id: int
    cell: Cell
    corner: Corner
    land: Point
    route: Point


class Icon(msgspec.Struct, frozen=True, gc=False):
    """A terrain icon: its quadrant counts for map cards, its vertex identifies the island."""

    terrain: str
    quadrant: Quadrant
    land: Point


class Spread(msgspec.Struct, frozen=True):
    """Where the icons of one terrain lie: their columns and their rows, each in ascending order."""

    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()


class IslandMap(msgspec.Struct, frozen=True):
    """The map of a position. Immutable: adding a tile makes a new map that shares the unchanged parts."""

    thera: frozenset[Cell]
    tiles: dict[Cell, Placed]
    open_cells: dict[Cell, None]
    islands: Regions
    networks: Regions
    straits: Regions
    docks: tuple[Dock, ...]
    icons: tuple[Icon, ...]
    spreads: dict[str, Spread]
    hub: Point
    home: Point

    def dock(self, number: int) -> Dock:
        """The dock of that number."""
        return self.docks[number - 1]

    def has_dock(self, number: int) -> bool:
        """Whether there is a dock of that number."""
        return 0 < number <= len(self.docks)

    def island_of_dock(self, number: int) -> Region:
        """The island a dock stands on."""
        return self.islands.at(self.docks[number - 1].land)

    def network_of_dock(self, number: int) -> Region:
        """The routes a dock opens to."""
        return self.networks.at(self.docks[number - 1].route)

    def island_at(self, cell: Cell, corner: Corner) -> int:
        """The number of the island with the land at a corner of a cell on the map."""
        return self.islands.number_at[corner_point(cell, corner)]

    def is_thera(self, number: int) -> bool:
        """Whether a dock stands on the island of Thera."""
        return self.docks[number - 1].land == self.home

    def is_filled(self, cell: Cell) -> bool:
        """Whether a tile or the Thera board lies on a cell."""
        return cell in self.tiles or cell in self.thera

    def sites_of(self, island: Region) -> Iterator[Quadrant]:
        """The quadrants of land tiles with land of that island."""
        for vertex in island.points:
            for quadrant in quadrants_around(vertex):
                if (quadrant[0] >> 1, quadrant[1] >> 1) in self.tiles:
                    yield quadrant

    def is_completed(self, island: Region) -> bool:
        """Whether no tile can add to the island: every cell around it is filled."""
        return all(self.is_filled(cell) for vertex in island.points for cell in cells_around(vertex))

    def size_of(self, island: Region) -> int:
        """How many tiles the island lies on; the Thera board is one."""
        cells = {cell for vertex in island.points for cell in cells_around(vertex)}
        return sum(cell in self.tiles for cell in cells) + any(cell in self.thera for cell in cells)

    def icons_of(self, island: Region) -> tuple[str, ...]:
        """The terrains of the icons on the island, one for each icon."""
        return tuple(icon.terrain for icon in self.icons if self.islands.number_at[icon.land] == island.id)

    def with_tile(self, cell: Cell, placed: Placed, design: Design, terrain: str) -> "IslandMap":
        """The map with one more tile on an open cell; ``design`` is the tile's in its rotation."""
        first = len(self.docks) + 1
        docks = tuple(
            Dock(number, cell, dock.corner, corner_point(cell, dock.corner), exit_point(cell, dock.exit))
            for number, dock in enumerate(design.docks, first)
        )
        routes = [[exit_point(cell, side) for side in network] for network in design.networks]
        piers = [(dock.route, dock.id) for dock in docks]
        quadrant = quadrant_at(cell, design.icon)
        return IslandMap(
            thera=self.thera,
            tiles={**self.tiles, cell: placed},
            open_cells=self._open_cells_after(cell),
            islands=self.islands.joined(
                [[corner_point(cell, corner) for corner in zone] for zone in design.zones],
                [(dock.land, dock.id) for dock in docks],
            ),
            networks=self.networks.joined(routes, piers),
            straits=self.straits.joined(routes, ()),
            docks=self.docks + docks,
            icons=(*self.icons, Icon(terrain, quadrant, corner_point(cell, design.icon))),
            spreads={**self.spreads, terrain: _spread_with(self.spreads.get(terrain, Spread()), quadrant)},
            hub=self.hub,
            home=self.home,
        )

    def _open_cells_after(self, cell: Cell) -> dict[Cell, None]:
        cells = self.open_cells.copy()
        del cells[cell]
        cells.update((beside, None) for beside in neighbours(cell) if not self.is_filled(beside))
        return cells


def _spread_with(spread: Spread, quadrant: Quadrant) -> Spread:
    column, row = quadrant
    return Spread(tuple(sorted((*spread.columns, column))), tuple(sorted((*spread.rows, row))))


def around_thera(cells: tuple[Cell, ...], docks: tuple[tuple[Cell, Corner], ...]) -> IslandMap:
    """The map before the first tile: the Thera board, a hub that joins all its exits, with Thera in its middle.

    The straits are the routes without that hub.
    """
    thera = frozenset(cells)
    corners: tuple[Corner, ...] = ("nw", "ne", "se", "sw")
    vertices = sorted({corner_point(cell, corner) for cell in cells for corner in corners})
    home = next(vertex for vertex in vertices if thera.issuperset(cells_around(vertex)))
    sides: tuple[Side, ...] = ("n", "e", "s", "w")
    exits = [
        exit_point(cell, side)
        for cell in cells
        for side, beside in zip(sides, neighbours(cell), strict=True)
        if beside not in thera
    ]
    piers = [
        Dock(number, cell, corner, corner_point(cell, corner), exits[0])
        for number, (cell, corner) in enumerate(docks, 1)
    ]
    return IslandMap(
        thera=thera,
        tiles={},
        open_cells={beside: None for cell in cells for beside in neighbours(cell) if beside not in thera},
        islands=Regions().joined([[vertex] for vertex in vertices], [(pier.land, pier.id) for pier in piers]),
        networks=Regions().joined([exits], [(pier.route, pier.id) for pier in piers]),
        straits=Regions(),
        docks=tuple(piers),
        icons=(),
        spreads={},
        hub=exits[0],
        home=home,
    )


def corner_of(quadrant: Quadrant) -> Point:
    """The vertex whose land lies in a quadrant."""
    return corner_point(*place_of(quadrant))
