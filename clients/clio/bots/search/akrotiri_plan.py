"""Planning for Akrotiri with goal cards: where to dig, where to place a tile, which goal to keep."""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from clio.bots.greedy.akrotiri import PlacementEvaluator, Turn, choose, fits
from clio.bots.search.akrotiri_goal_value import GoalValue
from clio.games.akrotiri.geometry.grid import Quadrant
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.moves import AkrotiriMove, BuyMaps, Excavate, KeepGoal, PlayTile, Sell, TakeGoal
from clio.games.akrotiri.state import State

SLOT: Final = 2.0
"""The minimum expected value of a temple; a dig that gives less waits for a better one."""
_DOCK: Final = 0.02
"""The value of another dock on Thera's routes to the player who places the tile."""
_TYPICAL: Final = {
    "uncompleted": 9.9,
    "no-icons": 9.3,
    "quadrants": 7.0,
    "apart": 4.5,
    "volcano-islands": 4.5,
    "mountain-islands": 4.5,
    "lake-islands": 4.0,
    "tree-islands": 4.0,
    "largest-completed": 3.4,
    "three-terrains": 2.8,
    "one-portage": 1.0,
    "far-portage": 1.0,
}
"""The average points of kept goal cards over 60 self-play matches of this strategy."""


class PlannedTurn(Turn):
    """A turn that also counts goal cards when it evaluates digs."""

    def choose(self) -> AkrotiriMove:
        """Sells first; then goes for the dig with the most points per action."""
        if any(isinstance(move, Sell) for move in self.moves):
            return super().choose()
        return self._dig_best() or self._earn() or self._pass_time()

    def _dig_best(self) -> AkrotiriMove | None:
        best: tuple[float, str, Region] | None = None
        goal_value = GoalValue(self.state, self.seat)
        for card, island in fits(self.state, self.seat):
            actions = self._actions_to_dig(island)
            if actions and card.cost <= self.me.drachmas:
                worth = (card.points + goal_value.gain(island, self._first_site(island)) - SLOT) / actions
                if best is None or worth > best[0]:
                    best = worth, card.id, island
        if best is None:
            return None
        if self.me.boat in best[2].docks:
            return next((move for move in self.moves if isinstance(move, Excavate) and move.card == best[1]), None)
        return self.step_towards(best[2])

    def _actions_to_dig(self, island: Region) -> float:
        """The actions of the way and the dig; 0 if the island is unreachable."""
        if self.me.boat in island.docks:
            return 1.0
        legs = self.legs_to(island)
        return self._actions_for(legs) + 1 if legs else 0.0

    def _first_site(self, island: Region) -> Quadrant:
        return next(iter(self.state.archipelago.sites_of(island)))

    def _buy(self) -> AkrotiriMove | None:
        """Buys two cards of a deck with one action if affordable."""
        single = super()._buy()
        if not isinstance(single, BuyMaps) or self.state.components.temples - self.me.temples <= 1:
            return single
        double = BuyMaps(2 * single.easy, 2 * single.medium, 2 * single.hard)
        deck = "easy" if single.easy else "medium" if single.medium else "hard"
        cost = min(card.cost for card in self.state.components.maps.values() if card.difficulty == deck)
        is_affordable = self.me.drachmas > cost + self.state.components.prices[1]
        return double if is_affordable and double in self.moves else single


def outlook(state: State, seat: int) -> float:
    """The expected points of the maps in hand, discounted by distance."""
    goal_value, archipelago = GoalValue(state, seat), state.archipelago
    distances = portages_from_thera(archipelago)
    best: dict[str, float] = {}
    for card, island in fits(state, seat):
        if island.id in distances:
            points = card.points + goal_value.gain(island, next(iter(archipelago.sites_of(island))))
            best[card.id] = max(best.get(card.id, 0.0), points / (1 + distances[island.id]))
    return sum(sorted(best.values(), reverse=True)[: state.components.temples - state.players[seat].temples])


def ranked_placements(
    state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random, evaluated: int
) -> list[PlayTile]:
    """The placements by the expected points of the maps in hand, best first."""
    evaluator = PlacementEvaluator(state, seat)
    placements = [move for move in moves if isinstance(move, PlayTile)]
    closer = sorted(placements, key=lambda move: (-evaluator.worth(move), rng.random()))[:evaluated]

    def worth(move: PlayTile) -> float:
        grown = state.components.map_with(state.archipelago, (move.x, move.y), evaluator.tile, move.rotation)
        docks = len(grown.networks.at(grown.hub).docks)
        return evaluator.worth(move) + _DOCK * docks + outlook(replace(state, archipelago=grown), seat)

    return sorted(closer, key=worth, reverse=True)


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


def planned(
    state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random, *, evaluated: int = 10
) -> AkrotiriMove:
    """The move of the planning strategy."""
    if state.step == "actions":
        return PlannedTurn(state, seat, moves).choose()
    if state.step == "goal":
        return ranked_goals(state, seat, moves)[0]
    if state.step == "tile" and state.turn:
        return ranked_placements(state, seat, moves, rng, evaluated)[0]
    return choose(state, seat, moves, rng)
