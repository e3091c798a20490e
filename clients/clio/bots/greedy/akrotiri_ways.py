"""Ways of a boat: how far every dock is, and the first move there."""

from typing import NamedTuple

from clio.games.akrotiri.moves import Portage, Sail
from clio.games.akrotiri.state import State


class Way(NamedTuple):
    """The distance of a dock, and the first move on the way there."""

    legs: int
    first: Sail | Portage


def ways_from(state: State, boat: int, taken: int) -> dict[int, Way]:
    """The shortest way to every reachable dock that does not stop at the other boat's dock."""
    archipelago = state.archipelago
    found: dict[int, Way] = {}
    edge: list[tuple[int, Way | None]] = [(boat, None)]
    while edge:
        ahead: list[tuple[int, Way | None]] = []
        for dock, way in edge:
            for kind, region in (
                (Sail, archipelago.network_of_dock(dock)),
                (Portage, archipelago.island_of_dock(dock)),
            ):
                for other in region.docks:
                    if other not in found and other not in (boat, taken):
                        found[other] = Way(way.legs + 1, way.first) if way else Way(1, kind(other))
                        ahead.append((other, found[other]))
        edge = ahead
    return found
