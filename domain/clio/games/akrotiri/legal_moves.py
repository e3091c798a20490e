"""The legal moves: each step of a turn has its own."""

from collections.abc import Sequence
from typing import Final

from clio.games.akrotiri.boat_moves import docks_to_choose, voyages
from clio.games.akrotiri.excavation import digs
from clio.games.akrotiri.goal_moves import goals_to_choose
from clio.games.akrotiri.moves import AkrotiriMove, EndTurn
from clio.games.akrotiri.oracle import questions
from clio.games.akrotiri.state import State
from clio.games.akrotiri.tile_moves import cubes_to_place, placements
from clio.games.akrotiri.trading import cubes_to_drop, loads, purchases

_END: Final = EndTurn()


def legal_moves(state: State, seat: int) -> Sequence[AkrotiriMove]:
    """Every legal move of the seat; none when it is not its turn."""
    if seat != state.seat:
        return ()
    match state.step:
        case "tile":
            return placements(state)
        case "cube":
            return tuple(cubes_to_place(state))
        case "goal":
            return tuple(goals_to_choose(state))
        case "dock":
            return tuple(docks_to_choose(state))
        case "actions":
            return _actions(state)
    return ()


def _actions(state: State) -> Sequence[AkrotiriMove]:
    return [
        *voyages(state),
        *loads(state),
        *cubes_to_drop(state),
        *purchases(state),
        *questions(state),
        *digs(state),
        _END,
    ]
