"""Value of temples for a seat's goal cards."""

from typing import Final

from msgspec.structs import replace

from clio.games.akrotiri.geometry.grid import Quadrant, quadrant_at
from clio.games.akrotiri.geometry.portage import are_straits_apart, portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.goals import COUNTS, Found
from clio.games.akrotiri.state import UNKNOWN, State

_APART: Final = "apart"
_BY_PORTAGE: Final = frozenset(("one-portage", "far-portage"))


class GoalValue:
    """Computes the points that another temple adds for a seat's goal cards."""

    def __init__(self, state: State, seat: int) -> None:
        player = state.players[seat]
        self._map: Final = state.archipelago
        self._goals: Final = [
            (COUNTS[goal], state.components.goals[goal].points)
            for goal in player.shown_goals + player.secret_goals
            if goal != UNKNOWN
        ]
        wanted = {*player.shown_goals, *player.secret_goals}
        self._is_apart_wanted: Final = _APART in wanted
        self._portages: Final = portages_from_thera(self._map) if wanted & _BY_PORTAGE else {}
        self._temples: Final = [
            self._found(self._map.islands.regions[self._map.island_at(cell, temple.corner)], quadrant)
            for temple in state.temples
            if temple.seat == seat and self._goals
            for cell in ((temple.x, temple.y),)
            for quadrant in (quadrant_at(cell, temple.corner),)
        ]
        self._now: Final = self._scored(self._temples)
        self._seen: Final[dict[tuple[int, bool, bool], int]] = {}

    def gain(self, island: Region, quadrant: Quadrant) -> int:
        """The points of a temple there; they depend only on the island and the quarter of the map."""
        if not self._goals:
            return 0
        key = (island.id, quadrant[0] < 0, quadrant[1] < 0)
        if key not in self._seen:
            self._seen[key] = self._scored([*self._temples, self._found(island, quadrant)]) - self._now
        return self._seen[key]

    def _found(self, island: Region, quadrant: Quadrant) -> Found:
        return Found(
            island=island,
            quadrant=quadrant,
            portages=self._portages.get(island.id),
            terrains=frozenset(self._map.icons_of(island)),
            is_completed=self._map.is_completed(island),
            tiles=self._map.size_of(island),
            is_apart=False,
        )

    def _scored(self, temples: list[Found]) -> int:
        if self._is_apart_wanted:
            temples = [replace(temple, is_apart=self._is_apart(temple, temples)) for temple in temples]
        found = tuple(temples)
        return sum(count(found) * points for count, points in self._goals)

    def _is_apart(self, temple: Found, temples: list[Found]) -> bool:
        return all(
            are_straits_apart(self._map, temple.island.id, other.island.id) for other in temples if other is not temple
        )
