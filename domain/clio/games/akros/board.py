"""The board: regions, their neighbours, and the regions that the Ifrit contest."""

from functools import lru_cache
from typing import Final

import msgspec

from clio.games.akros.moves import Place

ENVIRONMENTS: Final = ("forest", "mountain", "sea")
JINN: Final = "jinn"
IFRIT: Final = "ifrit"


class Region(msgspec.Struct, frozen=True):
    """A region: its number, its axial coordinates, its environment and its neighbours."""

    id: int
    q: int
    r: int
    environment: str
    neighbours: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    """A board as records describe it; ``pool`` counts the bag's tiles by environment."""

    name: str
    digest: str
    regions: tuple[Region, ...]
    jinn: tuple[int, ...]
    ifrit: tuple[int, ...]
    pool: tuple[tuple[str, int], ...]


class Board:
    """A layout with the lookup tables of the rules."""

    __slots__ = ("_touch", "bag", "environment", "lands", "layout", "places", "size", "steps")

    def __init__(self, layout: Layout) -> None:
        regions = layout.regions
        everywhere = range(len(regions))
        self.layout: Final = layout
        self.size: Final = len(regions)
        self.bag: Final = tuple(tile for tile, count in layout.pool for _ in range(count))
        self.environment: Final = tuple(region.environment for region in regions)
        self.lands: Final = {
            environment: tuple(region.id for region in regions if region.environment == environment)
            for environment in ENVIRONMENTS
        }
        self.steps: Final = {
            environment: tuple(tuple(n for n in region.neighbours if n in lands) for region in regions)
            for environment, lands in self.lands.items()
        }
        self.places: Final = tuple(tuple(Place(origin, target) for target in everywhere) for origin in everywhere)
        self._touch: Final = tuple(sum(1 << n for n in set(region.neighbours)) for region in regions)

    def __eq__(self, other: object) -> bool:
        """Boards are equal if their layouts are."""
        return isinstance(other, Board) and (self is other or self.layout == other.layout)

    def __hash__(self) -> int:
        """The hash of the layout's digest."""
        return hash(self.layout.digest)

    def __repr__(self) -> str:
        """The board's name and the beginning of its digest."""
        return f"Board({self.layout.name}#{self.layout.digest[:8]})"

    def contested(self, ifrit: tuple[int, ...]) -> tuple[int, ...]:
        """The regions that touch two or more regions held by Ifrit servants, in order."""
        contested = self.contested_mask(ifrit)
        return tuple([region for region in range(self.size) if contested >> region & 1])

    def contested_mask(self, ifrit: tuple[int, ...]) -> int:
        """The contested regions as a bit mask."""
        touched = contested = 0
        for servant in ifrit:
            touch = self._touch[servant]
            contested |= touched & touch
            touched |= touch
        return contested


@lru_cache(maxsize=16)
def board_of(layout: Layout) -> Board:
    """The board of a layout, cached: a server plays many matches on few boards."""
    return Board(layout)
