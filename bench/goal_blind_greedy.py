"""The greedy strategy of Akrotiri as it was before it valued goal cards: the rival of ``bench.goal_cards``.

A bot file: ``clio arena akrotiri greedy bench/goal_blind_greedy.py``.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from clio.bots.greedy.akrotiri import Turn, cube_worth
from clio.bots.greedy.akrotiri_fits import fits
from clio.bots.greedy.akrotiri_placement import PlacementEvaluator
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.regions import Region
from clio.games.akrotiri.goals import COUNTS, survey
from clio.games.akrotiri.moves import AkrotiriMove, BuyMaps, Excavate, KeepGoal, PlayTile, TakeGoal
from clio.games.akrotiri.state import State
from clio.kernel.rejection import Rejection

_EVALUATED: Final = 6
_MAPS_WANTED: Final = 3
_EXPECTED: Final = {
    "uncompleted": 8,
    "quadrants": 6,
    "apart": 5,
    "three-terrains": 3,
    "no-icons": 5,
    "one-portage": 3,
    "far-portage": 1,
    "largest-completed": 3,
}
_EXPECTED_OF_ICONS: Final = 4


class Bot:
    """The strategy as a bot."""

    needs_position = True

    def __init__(self, game: str, rng: Random) -> None:
        del game
        self._rng: Final = rng

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Chooses a move of the position that the seat knows."""
        state = GAME.parse_position(position)
        parsed = [GAME.parse_move(move) for move in moves]
        assert not isinstance(state, Rejection)
        return GAME.format_move(
            _choice(state, seat, [move for move in parsed if not isinstance(move, Rejection)], self._rng)
        )


def _choice(state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random) -> AkrotiriMove:
    if state.step == "tile":
        return _placement(state, seat, moves, rng)
    if state.step == "cube":
        return max(moves, key=lambda move: cube_worth(state, move))
    if state.step == "goal":
        return max(moves, key=lambda move: _goal_worth(state, seat, move))
    if state.step == "dock":
        return rng.choice(moves)
    return _BlindTurn(state, seat, moves).choose()


class _BlindTurn(Turn):
    """Digs for the points of the map alone and buys one card at a time."""

    def choose(self) -> AkrotiriMove:
        return self._sell() or self._dig_here() or self._travel_to_dig() or self._earn() or self._pass_time()

    def _dig_here(self) -> AkrotiriMove | None:
        cards = self.state.components.maps
        digs = [move for move in self.moves if isinstance(move, Excavate)]
        return max(digs, key=lambda dig: cards[dig.card].points, default=None)

    def _travel_to_dig(self) -> AkrotiriMove | None:
        best: tuple[float, Region] | None = None
        for card, island, _ in fits(self.state, self.seat):
            legs = self.legs_to(island)
            if legs and card.cost <= self.me.drachmas:
                worth = card.points / (self._actions_for(legs) + 1)
                best = max(best or (0.0, island), (worth, island), key=lambda pair: pair[0])
        return self.step_towards(best[1]) if best else None

    def _buy(self) -> AkrotiriMove | None:
        if len({fit.card.id for fit in fits(self.state, self.seat)}) >= _MAPS_WANTED:
            return None
        for deck in reversed([deck for deck, left in self.state.map_piles.items() if left]):
            cost = min(card.cost for card in self.state.components.maps.values() if card.difficulty == deck)
            if self.me.drachmas >= cost + self.state.components.prices[0] + 1:
                wanted = BuyMaps(*(int(deck == each) for each in ("easy", "medium", "hard")))
                return wanted if wanted in self.moves else self.step_towards(self.home)
        return None


def _placement(state: State, seat: int, moves: Sequence[AkrotiriMove], rng: Random) -> AkrotiriMove:
    evaluator = PlacementEvaluator(state, seat)
    placements = [move for move in moves if isinstance(move, PlayTile)]
    ranked = sorted(placements, key=lambda move: (-evaluator.worth(move), rng.random()))

    def worth(move: PlayTile) -> float:
        grown = evaluator.grown(move)
        return evaluator.worth(move) + len(grown.networks.at(grown.hub).docks) / 50

    return max(ranked[:_EVALUATED], key=worth)


def _goal_worth(state: State, seat: int, move: AkrotiriMove) -> float:
    if not isinstance(move, KeepGoal | TakeGoal):
        return 0
    found = survey(state.archipelago, (temple for temple in state.temples if temple.seat == seat))
    scored = COUNTS[move.goal](found) * state.components.goals[move.goal].points
    return scored * 2 + _EXPECTED.get(move.goal, _EXPECTED_OF_ICONS)
