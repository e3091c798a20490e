"""Search model of Akrotiri: a few plans per step, short rollouts, heuristic evaluation."""

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from random import Random
from typing import ClassVar, Final

from clio.bots.greedy.akrotiri import Turn, choose, cube_worth, takings
from clio.bots.greedy.akrotiri_fits import fits
from clio.bots.greedy.akrotiri_goal_value import ranked_goals
from clio.bots.greedy.akrotiri_placement import outlook, ranked_placements
from clio.bots.search.akrotiri_determinization import determinize
from clio.games.akrotiri.game import GAME, Akrotiri
from clio.games.akrotiri.moves import AkrotiriMove, BuyMaps, Excavate, Load, Sell
from clio.games.akrotiri.scoring import score_of
from clio.games.akrotiri.state import State
from clio.kernel.integrity.chance import Chance

_EVALUATED_IN_DEPTH: Final = 40
_EVALUATED_QUICKLY: Final = 3
_PLACEMENTS: Final = 3
_CUBES: Final = 2
_PLANS: Final = 4
_SPREAD: Final = 8.0
_DRACHMA: Final = 0.3
_DRACHMAS_OF_USE: Final = 14
_CUBE_ABOARD: Final = 0.2
_MAP_READY: Final = 0.5
_TEMPLE: Final = 1.0


class SearchModel:
    """Implements ``clio.bots.search.search_model.SearchModel``."""

    game: ClassVar[Akrotiri] = GAME
    horizon: ClassVar[int] = 10
    exploration: ClassVar[float] = 0.1
    first_move_bonus: ClassVar[float] = 0.03

    def determinize(self, state: State, seat: int, rng: Random) -> tuple[State, Chance]:
        """Samples the hidden tiles, maps and goals."""
        return determinize(state, seat, rng)

    def candidates(self, state: State, seat: int, rng: Random, *, in_depth: bool) -> Sequence[AkrotiriMove]:
        """A few moves per step, the planned one first."""
        moves = GAME.legal_moves(state, seat)
        if state.step == "tile":
            evaluated = _EVALUATED_IN_DEPTH if in_depth else _EVALUATED_QUICKLY
            return ranked_placements(state, seat, moves, rng, evaluated)[:_PLACEMENTS]
        if state.step == "cube":
            return sorted(moves, key=lambda move: cube_worth(state, move), reverse=True)[:_CUBES]
        if state.step == "goal":
            return ranked_goals(state, seat, moves)
        if state.step == "dock":
            return moves[:1]
        return _plans(state, seat, moves)

    def rollout_move(self, state: State, seat: int, rng: Random) -> AkrotiriMove:
        """The planned move."""
        return choose(state, seat, GAME.legal_moves(state, seat), rng, evaluated=_EVALUATED_QUICKLY)

    def values(self, state: State) -> Sequence[float]:
        """The lead in points, plus expected points before the end."""
        first, second = (_standing(state, seat) for seat in (0, 1))
        value = 1 / (1 + exp((second - first) / _SPREAD))
        return value, 1 - value


def _standing(state: State, seat: int) -> float:
    points = float(score_of(state, seat).total)
    if state.ending:
        return points
    player = state.players[seat]
    purse = _DRACHMA * min(player.drachmas, _DRACHMAS_OF_USE) + _CUBE_ABOARD * takings(state, player.cargo)
    return points + purse + _MAP_READY * outlook(state, seat) + _TEMPLE * player.temples


def _plans(state: State, seat: int, moves: Sequence[AkrotiriMove]) -> list[AkrotiriMove]:
    """The planned move, and as alternatives other digs, trips and purchases."""
    turn = Turn(state, seat, moves)
    plan = turn.choose()
    if isinstance(plan, Sell | Load) or not state.actions:
        return [plan]
    return list(dict.fromkeys((plan, *_digs(moves), *_trips(turn), *_purchases(plan, moves))))[:_PLANS]


def _digs(moves: Iterable[AkrotiriMove]) -> Iterator[AkrotiriMove]:
    """One dig per card and quarter of the map, because goal cards distinguish no more."""
    found: dict[tuple[str, bool, bool], AkrotiriMove] = {}
    for move in moves:
        if isinstance(move, Excavate):
            found.setdefault((move.card, move.x < 0, move.y < 0), move)
    return iter(found.values())


def _trips(turn: Turn) -> Iterator[AkrotiriMove]:
    """First moves to islands where a map in hand can be dug."""
    for card, island, _ in fits(turn.state, turn.seat):
        if card.cost <= turn.me.drachmas and turn.legs_to(island):
            step = turn.step_towards(island)
            if step is not None:
                yield step


def _purchases(plan: AkrotiriMove, moves: Iterable[AkrotiriMove]) -> Iterator[AkrotiriMove]:
    """Purchases of single cards from the other decks, where the plan is a purchase."""
    if isinstance(plan, BuyMaps):
        yield from (move for move in moves if isinstance(move, BuyMaps) and move.easy + move.medium + move.hard == 1)
