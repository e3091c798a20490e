"""What the search knows about Akrotiri: a few plans at a time, played on for a while and judged by their promise."""

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from random import Random
from typing import ClassVar, Final

from clio.bots.greedy.akrotiri import Turn, cube_worth, fits, takings
from clio.bots.search.akrotiri_determinization import determinize
from clio.bots.search.akrotiri_plan import PlannedTurn, outlook, planned, ranked_goals, ranked_placements
from clio.games.akrotiri.game import GAME, Akrotiri
from clio.games.akrotiri.moves import AkrotiriMove, BuyMaps, Excavate, Load, Sell
from clio.games.akrotiri.scoring import score_of
from clio.games.akrotiri.state import State
from clio.kernel.integrity.chance import Chance

_CLOSE_LOOKS: Final = 40
_QUICK_LOOKS: Final = 3
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
    """See ``clio.bots.search.search_model``."""

    game: ClassVar[Akrotiri] = GAME
    horizon: ClassVar[int] = 10
    curiosity: ClassVar[float] = 0.1
    trust: ClassVar[float] = 0.03

    def determinize(self, state: State, seat: int, rng: Random) -> tuple[State, Chance]:
        """See ``akrotiri_secrets``."""
        return determinize(state, seat, rng)

    def candidates(self, state: State, seat: int, rng: Random, *, in_depth: bool) -> Sequence[AkrotiriMove]:
        """A few moves of each step, the planned one first."""
        moves = GAME.legal_moves(state, seat)
        if state.step == "tile":
            looks = _CLOSE_LOOKS if in_depth else _QUICK_LOOKS
            return ranked_placements(state, seat, moves, rng, looks)[:_PLACEMENTS]
        if state.step == "cube":
            return sorted(moves, key=lambda move: cube_worth(state, move), reverse=True)[:_CUBES]
        if state.step == "goal":
            return ranked_goals(state, seat, moves)
        if state.step == "dock":
            return moves[:1]
        return _plans(state, seat, moves)

    def guess(self, state: State, seat: int, rng: Random) -> AkrotiriMove:
        """The planned move."""
        return planned(state, seat, GAME.legal_moves(state, seat), rng, close_looks=_QUICK_LOOKS)

    def values(self, state: State) -> Sequence[float]:
        """The lead in points, and before the end in what may still become points."""
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
    """What is planned; and where there is something to decide, other digs, other trips, other purchases."""
    turn = PlannedTurn(state, seat, moves)
    plan = turn.choose()
    if isinstance(plan, Sell | Load) or not state.actions:
        return [plan]
    return list(dict.fromkeys((plan, *_digs(moves), *_trips(turn), *_purchases(plan, moves))))[:_PLANS]


def _digs(moves: Iterable[AkrotiriMove]) -> Iterator[AkrotiriMove]:
    """One dig for each card and quarter of the map: goal cards tell no more apart."""
    found: dict[tuple[str, bool, bool], AkrotiriMove] = {}
    for move in moves:
        if isinstance(move, Excavate):
            found.setdefault((move.card, move.x < 0, move.y < 0), move)
    return iter(found.values())


def _trips(turn: Turn) -> Iterator[AkrotiriMove]:
    """First steps to where a map in hand can be dug."""
    for card, island in fits(turn.state, turn.seat):
        if card.cost <= turn.me.drachmas and turn.legs_to(island):
            step = turn.step_towards(island)
            if step is not None:
                yield step


def _purchases(plan: AkrotiriMove, moves: Iterable[AkrotiriMove]) -> Iterator[AkrotiriMove]:
    """Single cards of the other decks, where cards are to be bought."""
    if isinstance(plan, BuyMaps):
        yield from (move for move in moves if isinstance(move, BuyMaps) and move.easy + move.medium + move.hard == 1)
