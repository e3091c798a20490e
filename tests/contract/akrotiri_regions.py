"""Islands and networks of Akrotiri computed by a client: from components and placed tiles, with ``clio.v1`` alone."""

from collections.abc import Hashable, Iterable, Iterator

from clio.v1.akrotiri_components_pb2 import AkrotiriComponents, AkrotiriTileDesign
from clio.v1.akrotiri_pb2 import AkrotiriCorner, AkrotiriSide, AkrotiriTileView, AkrotiriView

Point = tuple[int, int]
CORNERS = {
    AkrotiriCorner.AKROTIRI_CORNER_NW: (0, 0),
    AkrotiriCorner.AKROTIRI_CORNER_NE: (2, 0),
    AkrotiriCorner.AKROTIRI_CORNER_SE: (2, 2),
    AkrotiriCorner.AKROTIRI_CORNER_SW: (0, 2),
}
SIDES = {
    AkrotiriSide.AKROTIRI_SIDE_N: (1, 0),
    AkrotiriSide.AKROTIRI_SIDE_E: (2, 1),
    AkrotiriSide.AKROTIRI_SIDE_S: (1, 2),
    AkrotiriSide.AKROTIRI_SIDE_W: (0, 1),
}
Parts = Iterable[list[Point]]


def turned(part: int, rotation: int) -> int:
    """A corner or side after a rotation: both enums and the rotations are in clockwise order from 1."""
    return (part - 1 + rotation - 1) % 4 + 1


def at(x: int, y: int, offset: Point) -> Point:
    return 2 * x + offset[0], 2 * y + offset[1]


def grouped(parts: Parts) -> list[set[Point]]:
    """Joins parts that share a point."""
    groups: list[set[Point]] = []
    for part in parts:
        joined = set(part)
        apart = [group for group in groups if not group & joined]
        groups = [*apart, joined.union(*(group for group in groups if group & joined))]
    return groups


def named(numbers: Iterable[tuple[Point, Hashable]]) -> set[frozenset[Point]]:
    """The same from numbers: points with the same number belong together."""
    found: dict[Hashable, set[Point]] = {}
    for point, number in numbers:
        found.setdefault(number, set()).add(point)
    return {frozenset(group) for group in found.values()}


class Regions:
    """The map of a view, drawn from components."""

    def __init__(self, components: AkrotiriComponents, view: AkrotiriView) -> None:
        self.thera = components.thera
        self.designs = {design.tile: design for design in components.tiles}
        self.view = view

    def _placed(self) -> Iterator[tuple[AkrotiriTileView, AkrotiriTileDesign]]:
        for tile in self.view.tiles:
            yield tile, self.designs[tile.tile]

    def islands(self) -> set[frozenset[Point]]:
        rim = [[at(cell.x, cell.y, offset)] for cell in self.thera.cells for offset in CORNERS.values()]
        zones = [
            [at(tile.x, tile.y, CORNERS[turned(corner, tile.rotation)]) for corner in zone.corners]
            for tile, design in self._placed()
            for zone in design.zones
        ]
        return {frozenset(group) for group in grouped([*rim, *zones])}

    def networks(self) -> set[frozenset[Point]]:
        hub = [at(cell.x, cell.y, SIDES[side]) for cell in self.thera.cells for side in cell.exits]
        routes = [
            [at(tile.x, tile.y, SIDES[turned(side, tile.rotation)]) for side in network.exits]
            for tile, design in self._placed()
            for network in design.networks
        ]
        return {frozenset(group) for group in grouped([hub, *routes])}

    def docks(self) -> list[tuple[int, int, int]]:
        first = [(dock.x, dock.y, dock.corner) for dock in self.thera.docks]
        return first + [
            (tile.x, tile.y, turned(dock.corner, tile.rotation))
            for tile, design in self._placed()
            for dock in design.docks
        ]

    def docks_on_regions(self) -> dict[int, tuple[int, int]]:
        """Island and network of every dock, by the numbers that the view gives to land and routes."""
        islands, networks = dict(self._land()), dict(self._routes())
        hub = next(at(cell.x, cell.y, SIDES[cell.exits[0]]) for cell in self.thera.cells)
        places = [(at(dock.x, dock.y, CORNERS[dock.corner]), hub) for dock in self.thera.docks]
        places += [
            (
                at(tile.x, tile.y, CORNERS[turned(dock.corner, tile.rotation)]),
                at(tile.x, tile.y, SIDES[turned(dock.exit, tile.rotation)]),
            )
            for tile, design in self._placed()
            for dock in design.docks
        ]
        return {number: (islands[land], networks[route]) for number, (land, route) in enumerate(places, 1)}

    def islands_of_view(self) -> set[frozenset[Point]]:
        return named(self._land())

    def networks_of_view(self) -> set[frozenset[Point]]:
        return named(self._routes())

    def _land(self) -> Iterator[tuple[Point, int]]:
        for cell in [*self.view.thera, *self.view.tiles]:
            yield from ((at(cell.x, cell.y, CORNERS[part.corner]), part.island) for part in cell.land)

    def _routes(self) -> Iterator[tuple[Point, int]]:
        for cell in [*self.view.thera, *self.view.tiles]:
            yield from ((at(cell.x, cell.y, SIDES[part.side]), part.network) for part in cell.routes)
