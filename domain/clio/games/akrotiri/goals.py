"""Goal cards: what each of them counts for a seat's temples."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from clio.games.akrotiri.geometry.grid import Quadrant, quadrant_at
from clio.games.akrotiri.geometry.island_map import IslandMap
from clio.games.akrotiri.geometry.portage import are_straits_apart, portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.state import Temple

MANY_TERRAINS: Final = 3


class Found(msgspec.Struct, frozen=True):
    """A temple with the properties that goal cards count."""

    island: Region
    quadrant: Quadrant
    portages: int | None
    terrains: frozenset[str]
    is_completed: bool
    tiles: int
    is_apart: bool


def survey(archipelago: IslandMap, temples: Iterable[Temple]) -> tuple[Found, ...]:
    """The properties of one seat's temples that goal cards count."""
    distances = portages_from_thera(archipelago)
    places = [((temple.x, temple.y), temple.corner) for temple in temples]
    islands = [archipelago.islands.regions[archipelago.island_at(*place)] for place in places]
    return tuple(
        Found(
            island=island,
            quadrant=quadrant_at(*place),
            portages=distances.get(island.id),
            terrains=frozenset(archipelago.icons_of(island)),
            is_completed=archipelago.is_completed(island),
            tiles=archipelago.size_of(island),
            is_apart=all(
                are_straits_apart(archipelago, island.id, other.id)
                for number, other in enumerate(islands)
                if number != mine
            ),
        )
        for mine, (place, island) in enumerate(zip(places, islands, strict=True))
    )


def _temples(holds: Callable[[Found], bool]) -> Callable[[tuple[Found, ...]], int]:
    return lambda found: sum(holds(temple) for temple in found)


def _with_icon(terrain: str) -> Callable[[tuple[Found, ...]], int]:
    return _temples(lambda temple: terrain in temple.terrains)


def _quadrants(found: tuple[Found, ...]) -> int:
    return len({(temple.quadrant[0] < 0, temple.quadrant[1] < 0) for temple in found})


def _largest_completed(found: tuple[Found, ...]) -> int:
    return max((temple.tiles for temple in found if temple.is_completed), default=0)


COUNTS: Final[dict[str, Callable[[tuple[Found, ...]], int]]] = {
    "one-portage": _temples(lambda temple: temple.portages == 1),
    "far-portage": _temples(lambda temple: (temple.portages or 0) > 1),
    "no-icons": _temples(lambda temple: not temple.terrains),
    "volcano-islands": _with_icon("volcano"),
    "lake-islands": _with_icon("lake"),
    "tree-islands": _with_icon("tree"),
    "mountain-islands": _with_icon("mountain"),
    "three-terrains": _temples(lambda temple: len(temple.terrains) >= MANY_TERRAINS),
    "apart": _temples(lambda temple: temple.is_apart),
    "quadrants": _quadrants,
    "largest-completed": _largest_completed,
    "uncompleted": _temples(lambda temple: not temple.is_completed),
}
UNITS: Final = {"quadrants": "quadrants", "largest-completed": "tiles"}
"""What a goal card counts, where it does not count temples."""
