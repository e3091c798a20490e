"""Value of temples for a seat's goal cards."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from clio.games.akrotiri.geometry.grid import Quadrant, quadrant_at
from clio.games.akrotiri.geometry.portage import are_straits_apart, portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.goals import COUNTS, Found, survey
from clio.games.akrotiri.moves import AkrotiriMove, KeepGoal, TakeGoal
from clio.games.akrotiri.state import UNKNOWN, State

_APART: Final = "apart"
_BY_PORTAGE: Final = frozenset(("one-portage", "far-portage"))

_TYPICAL: Final = {
    "no-icons": 10.8,
    "uncompleted": 10.2,
    "quadrants": 7.3,
    "apart": 6.1,
    "tree-islands": 4.8,
    "lake-islands": 4.8,
    "mountain-islands": 4.8,
    "volcano-islands": 4.8,
    "largest-completed": 3.8,
    "three-terrains": 2.7,
    "one-portage": 1.7,
    "far-portage": 0.5,
}
"""The average points of kept goal cards over 150 self-play matches; of the last two, over 40 that had to keep them."""


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
        self.now: Final = self._scored(self._temples)
        """The goal points of the temples that stand."""
        self.has_goals: Final = bool(self._goals)
        self.counts_portages: Final = bool(wanted & _BY_PORTAGE)
        self._seen: Final[dict[tuple[int, bool, bool], int]] = {}

    def gain(self, island: Region, quadrant: Quadrant) -> int:
        """The points of a temple there; they depend only on the island and the quarter of the map."""
        if not self._goals:
            return 0
        key = (island.id, quadrant[0] < 0, quadrant[1] < 0)
        if key not in self._seen:
            self._seen[key] = self._scored([*self._temples, self._found(island, quadrant)]) - self.now
        return self._seen[key]

    def best_gain(self, island: Region, sites: Sequence[Quadrant]) -> int:
        """The most points of a temple on one of these sites of an island."""
        return max((self.gain(island, site) for site in sites), default=0) if self._goals else 0

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


def ranked_goals(state: State, seat: int, moves: Sequence[AkrotiriMove]) -> list[AkrotiriMove]:
    """The goal cards by current and expected points, best first."""
    temples = state.components.temples
    to_come = (temples - state.players[seat].temples) / temples
    found = survey(state.archipelago, (temple for temple in state.temples if temple.seat == seat))

    def worth(move: AkrotiriMove) -> float:
        if not isinstance(move, KeepGoal | TakeGoal):
            return 0.0
        return COUNTS[move.goal](found) * state.components.goals[move.goal].points + _TYPICAL[move.goal] * to_come

    return sorted(moves, key=worth, reverse=True)
