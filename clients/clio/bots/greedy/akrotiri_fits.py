"""Digs that are possible: each map in hand with each island where it fits, and the sites there."""

from collections.abc import Iterator
from typing import NamedTuple

from clio.games.akrotiri.data_files import MapCard
from clio.games.akrotiri.excavation import bounds_of, is_turned, may_hold_temple, sites_on
from clio.games.akrotiri.geometry.grid import Quadrant
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.state import State


class Fit(NamedTuple):
    """A map in hand, an island, and the quadrants of the island that the map allows."""

    card: MapCard
    island: Region
    sites: list[Quadrant]


def open_islands(state: State) -> list[Region]:
    """The islands with a dock and without a temple; Thera too, where no map ever fits."""
    return [
        island
        for island in state.archipelago.islands.regions.values()
        if island.docks and may_hold_temple(state, island)
    ]


def fits(state: State, seat: int) -> Iterator[Fit]:
    """Each map in hand with each island where it could be dug."""
    islands = open_islands(state)
    for name in state.players[seat].maps:
        card = state.components.maps[name]
        bounds = bounds_of(card, state.archipelago.spreads, turned=is_turned(state, seat))
        if bounds is not None:
            for island in islands:
                if sites := sites_on(state.archipelago, island, bounds):
                    yield Fit(card, island, sites)
