"""Greedy evaluation of Akros: merits first, then lead, then mobility."""

from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from clio.games.akros.board import ENVIRONMENTS, IFRIT, JINN
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.placement import placements
from clio.games.akros.scoring import Dominion, dominions
from clio.games.akros.state import State

_MERIT: Final = 60
_LEAD: Final = 10
_SAFE_LEAD: Final = 4
_ROOM: Final = 1


def choose(state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """Chooses a move after which the seat is evaluated best; ties are broken at random."""
    side = state.side(seat)
    worth = [_worth(state, side, move) for move in moves]
    best = max(worth)
    return rng.choice([move for move, value in zip(moves, worth, strict=True) if value == best])


def _worth(state: State, side: str, move: Move) -> int:
    return _standing(_placed(state, side, move), side) if isinstance(move, Place) else _kept(state, side, move)


def _kept(state: State, side: str, move: Keep) -> int:
    """The value of the best immediate placement of the kept tile."""
    holding = _holding(state, side, move.tile)
    places = placements(holding, side)
    return max((_standing(_placed(holding, side, place), side) for place in places), default=_standing(state, side))


def _holding(state: State, side: str, tile: str) -> State:
    return replace(state, jinn_tile=tile) if side == JINN else replace(state, ifrit_tile=tile)


def _placed(state: State, side: str, move: Place) -> State:
    stacks = tuple(height + (region == move.target) for region, height in enumerate(state.stacks))
    if side == JINN:
        return replace(state, stacks=stacks, jinn=_moved(state.jinn, move))
    return replace(state, stacks=stacks, ifrit=_moved(state.ifrit, move))


def _moved(servants: tuple[int, ...], move: Place) -> tuple[int, ...]:
    return tuple(move.target if servant == move.origin else servant for servant in servants)


def _standing(state: State, side: str) -> int:
    dominion = sum(_dominion(found, side) for found in dominions(state))
    other = IFRIT if side == JINN else JINN
    return dominion + _ROOM * (_room(state, side) - _room(state, other))


def _dominion(found: Dominion, side: str) -> int:
    lead = found.jinn - found.ifrit if side == JINN else found.ifrit - found.jinn
    merit = (lead > 0) - (lead < 0)
    return _MERIT * merit + _LEAD * max(-_SAFE_LEAD, min(_SAFE_LEAD, lead))


def _room(state: State, side: str) -> int:
    """Mobility: the number of placements of a side with any tile."""
    return sum(len(placements(_holding(state, side, tile), side)) for tile in ENVIRONMENTS)
