"""The legal moves: whose choice it is, and what there is to choose."""

from collections.abc import Sequence
from typing import Final

from clio.games.akros.board import ENVIRONMENTS, IFRIT, JINN
from clio.games.akros.moves import Keep, Move
from clio.games.akros.placement import placements
from clio.games.akros.state import IFRIT_KEEPS, IFRIT_PLACES, JINN_KEEPS, JINN_PLACES, State

SIDE_TO_MOVE: Final = {JINN_KEEPS: JINN, IFRIT_KEEPS: IFRIT, IFRIT_PLACES: IFRIT, JINN_PLACES: JINN}
"""The side that makes the choice of each step."""
_KEEPS: Final = {environment: Keep(environment) for environment in ENVIRONMENTS}


def to_move(state: State) -> tuple[int, ...]:
    """The seat whose choice it is; empty once the game is over."""
    side = SIDE_TO_MOVE.get(state.step())
    return () if side is None else (state.seat(side),)


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """Every legal move of the seat, without duplicates."""
    step = state.step()
    side = SIDE_TO_MOVE.get(step)
    if side is None or state.seat(side) != seat:
        return ()
    if step in {JINN_KEEPS, IFRIT_KEEPS}:
        return [keep for environment, keep in _KEEPS.items() if environment in state.offer]
    return placements(state, side)
