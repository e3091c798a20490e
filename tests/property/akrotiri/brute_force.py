"""A second referee that paints the map with pixels and floods it. It shares no code with the engine.

Each cell is 5 by 5 pixels: routes are water, the rest is land. The Thera board is four crossroads. Land floods over
sides of pixels, water over corners too; land also joins where cells meet at a corner of the grid.
"""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

Pixel = tuple[int, int]
Cell = tuple[int, int]

DATA = Path(__file__).parents[3] / "domain" / "clio" / "games" / "akrotiri" / "data" / "standard"
TILES = {tile["id"]: tile for tile in json.loads((DATA / "tiles.json").read_text())["tiles"]}
MAPS = {card["id"]: card for card in json.loads((DATA / "maps.json").read_text())["maps"]}
THERA: list[Cell] = [(-1, -1), (0, -1), (-1, 0), (0, 0)]
PIXELS: list[Pixel] = [(x, y) for y in range(5) for x in range(5)]
EXIT = {"n": (2, 0), "e": (4, 2), "s": (2, 4), "w": (0, 2)}
CORNER = {"nw": (0, 0), "ne": (4, 0), "se": (4, 4), "sw": (0, 4)}
BEND = {frozenset("ne"): (3, 1), frozenset("es"): (3, 3), frozenset("sw"): (1, 3), frozenset("nw"): (1, 1)}
TO_MIDDLE = {"n": (2, 1), "e": (3, 2), "s": (2, 3), "w": (1, 2)}
TURNS = {"r0": 0, "r90": 1, "r180": 2, "r270": 3}


def _water(networks: Iterable[str]) -> set[Pixel]:
    wet = set()
    for network in networks:
        wet |= {EXIT[side] for side in network}
        if frozenset(network) in BEND:
            wet.add(BEND[frozenset(network)])
        elif len(network) > 1:
            wet |= {(2, 2)} | {TO_MIDDLE[side] for side in network}
    return wet


def _turn(pixel: Pixel, quarters: int) -> Pixel:
    for _ in range(quarters):
        pixel = (4 - pixel[1], pixel[0])
    return pixel


class Painting:
    """The map of a list of (cell, tile id, rotation) in playing order."""

    def __init__(self, tiles: list[tuple[Cell, str, str]]) -> None:
        self.cells = {cell for cell, _, _ in tiles}
        self.tiles = tiles
        self.wet: dict[Pixel, bool] = {}
        self.board: set[Pixel] = set()
        for cell in THERA:
            self.board |= {self._at(cell, pixel) for pixel in PIXELS}
            self._paint(cell, _water(["nesw"]))
        for cell, tile, rotation in tiles:
            self._paint(cell, {_turn(pixel, TURNS[rotation]) for pixel in _water(TILES[tile]["networks"])})
        self.region = self._flooded(frozenset())
        self.strait = self._flooded(frozenset(self.board))
        self.docks = list(self._docks())
        self.icons = [(TILES[tile]["terrain"], self._icon(cell, tile, rotation)) for cell, tile, rotation in tiles]
        self.portages = self._portages()

    @staticmethod
    def _at(cell: Cell, pixel: Pixel) -> Pixel:
        return 5 * cell[0] + pixel[0], 5 * cell[1] + pixel[1]

    def _paint(self, cell: Cell, water: set[Pixel]) -> None:
        for pixel in PIXELS:
            self.wet[self._at(cell, pixel)] = pixel in water

    def _icon(self, cell: Cell, tile: str, rotation: str) -> Pixel:
        return self._at(cell, _turn(CORNER[TILES[tile]["icon"]], TURNS[rotation]))

    def corner(self, cell: Cell, corner: str) -> Pixel:
        return self._at(cell, CORNER[corner])

    def exit(self, cell: Cell, side: str) -> Pixel:
        return self._at(cell, EXIT[side])

    def _flooded(self, without: frozenset[Pixel]) -> dict[Pixel, int]:
        region: dict[Pixel, int] = {}
        for start in self.wet:
            if start in region or start in without:
                continue
            region[start] = number = len(region)
            edge = deque([start])
            while edge:
                for pixel in self._touching(edge.popleft()):
                    if pixel not in region and pixel not in without:
                        region[pixel] = number
                        edge.append(pixel)
        return region

    def _touching(self, pixel: Pixel) -> Iterator[Pixel]:
        x, y = pixel
        for dx, dy in product((-1, 0, 1), repeat=2):
            other = (x + dx, y + dy)
            if self.wet.get(other) is not self.wet[pixel]:
                continue
            across_a_grid_corner = x // 5 != other[0] // 5 and y // 5 != other[1] // 5
            if self.wet[pixel] or not (dx and dy) or across_a_grid_corner:
                yield other

    def _docks(self) -> Iterator[tuple[Pixel, Pixel]]:
        """Land and water of each dock, Thera's two first."""
        for _ in range(2):
            yield self.corner((0, 0), "nw"), self.exit((0, 0), "e")
        for cell, tile, rotation in self.tiles:
            for dock in TILES[tile]["docks"]:
                side = next(side for side in dock["network"] if side in dock["at"])
                turns = TURNS[rotation]
                yield self._at(cell, _turn(CORNER[dock["at"]], turns)), self._at(cell, _turn(EXIT[side], turns))

    def _portages(self) -> dict[int, int]:
        """Portages from Thera to each island, walking from dock to dock."""
        cost = {0: 0, 1: 0}
        edge = deque([0, 1])
        while edge:
            here = edge.popleft()
            land, water = (self.region[pixel] for pixel in self.docks[here])
            for there, (other_land, other_water) in enumerate(self.docks):
                for toll, joined in ((0, self.region[other_water] == water), (1, self.region[other_land] == land)):
                    if joined and cost[here] + toll < cost.get(there, 999):
                        cost[there] = cost[here] + toll
                        edge.append(there)
        best: dict[int, int] = {}
        for dock, portages in cost.items():
            island = self.region[self.docks[dock][0]]
            best[island] = min(best.get(island, 999), portages)
        return best

    def is_completed(self, island: int) -> bool:
        filled = self.cells | set(THERA)
        for x, y in self._pixels(island):
            if x % 5 in (0, 4) and y % 5 in (0, 4):
                dx, dy = (-1 if x % 5 == 0 else 1), (-1 if y % 5 == 0 else 1)
                around = {(x // 5 + step_x, y // 5 + step_y) for step_x in (0, dx) for step_y in (0, dy)}
                if not around <= filled:
                    return False
        return True

    def _pixels(self, island: int) -> list[Pixel]:
        return [pixel for pixel, number in self.region.items() if number == island]

    def size(self, island: int) -> int:
        cells = {(x // 5, y // 5) for x, y in self._pixels(island)}
        return len(cells & self.cells) + bool(cells & set(THERA))

    def terrains(self, island: int) -> list[str]:
        return [terrain for terrain, pixel in self.icons if self.region[pixel] == island]

    def open_cells(self) -> set[Cell]:
        filled = self.cells | set(THERA)
        beside = {(x + dx, y + dy) for x, y in filled for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        return beside - filled

    def goal_points(self, goal: str, temples: list[Pixel]) -> int:
        """What a goal card is worth with temples in these corners."""
        islands = [self.region[pixel] for pixel in temples]
        match goal:
            case "one-portage":
                return 3 * sum(self.portages.get(island) == 1 for island in islands)
            case "far-portage":
                return 6 * sum(self.portages.get(island, 0) >= 2 for island in islands)
            case "no-icons":
                return 4 * sum(not self.terrains(island) for island in islands)
            case "three-terrains":
                return 3 * sum(len(set(self.terrains(island))) >= 3 for island in islands)
            case "apart":
                return 3 * sum(self._is_alone(islands, number) for number in range(len(islands)))
            case "quadrants":
                return 2 * len({(x < 0, y < 0) for x, y in temples})
            case "largest-completed":
                return max((self.size(island) for island in islands if self.is_completed(island)), default=0)
            case "uncompleted":
                return 2 * sum(not self.is_completed(island) for island in islands)
        return 2 * sum(goal.removesuffix("-islands") in self.terrains(island) for island in islands)

    def _is_alone(self, islands: list[int], mine: int) -> bool:
        def waters(island: int) -> set[int]:
            return {self.strait[water] for land, water in self.docks[2:] if self.region[land] == island}

        return not any(
            other == islands[mine] or waters(other) & waters(islands[mine])
            for number, other in enumerate(islands)
            if number != mine
        )

    def sites(self, card: str, island: int, *, from_north: bool) -> set[tuple[Cell, str]]:
        """Where a card fits on an island, seen from the south or, by the second player, from the north."""
        direction = -1 if from_north else 1
        found = set()
        for cell, corner in product(self.cells, CORNER):
            pixel = self.corner(cell, corner)
            if self.region[pixel] != island:
                continue
            x, y = (direction * value for value in _half(pixel))
            counts = dict.fromkeys(product("nesw", ("volcano", "lake", "tree", "mountain")), 0)
            for terrain, icon in self.icons:
                icon_x, icon_y = (direction * value for value in _half(icon))
                counts["n", terrain] += icon_y < y
                counts["s", terrain] += icon_y > y
                counts["w", terrain] += icon_x < x
                counts["e", terrain] += icon_x > x
            if all(counts[side, terrain] >= icons for side, (terrain, icons) in MAPS[card]["needs"].items()):
                found.add((cell, corner))
        return found


def _half(pixel: Pixel) -> tuple[int, int]:
    """Column and row of the quadrant a corner pixel is in."""
    return 2 * (pixel[0] // 5) + (pixel[0] % 5 > 2), 2 * (pixel[1] // 5) + (pixel[1] % 5 > 2)
