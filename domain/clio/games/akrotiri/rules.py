"""Legal moves and what follows from a move: each step of a turn has its own moves."""

from collections.abc import Sequence

from clio.games.akrotiri.boat_moves import PORTAGE, SAIL, move_boat, pass_boat, voyages
from clio.games.akrotiri.excavation import digs, excavate
from clio.games.akrotiri.moves import (
    AkrotiriMove,
    BuyMaps,
    ConsultOracle,
    DockBoat,
    EndTurn,
    Excavate,
    KeepGoal,
    Load,
    PassBoat,
    PlaceCube,
    PlayTile,
    Portage,
    Sail,
    Sell,
    TakeGoal,
    Unload,
)
from clio.games.akrotiri.oracle import consult, questions
from clio.games.akrotiri.state import ACTIONS, CUBE, DOCK, GOAL, OVER, TILE, State
from clio.games.akrotiri.tile_moves import cubes_to_place, place_cube, placements, play_tile
from clio.games.akrotiri.trading import buy_maps, cubes_to_drop, load, loads, purchases, sell, unload
from clio.games.akrotiri.turns import dock_boat, docks_to_choose, end_turn, goals_to_choose, keep_goal, take_goal
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_STEP_OF = {PlayTile: TILE, PlaceCube: CUBE, KeepGoal: GOAL, TakeGoal: GOAL, DockBoat: DOCK}
_WANTED = {
    TILE: "play your land tile",
    CUBE: "place the second cube",
    GOAL: "choose a goal card",
    DOCK: "dock your boat",
    ACTIONS: "take actions or end your turn",
    OVER: "do nothing: the game is over",
}
_END = EndTurn()


def legal_moves(state: State, seat: int) -> Sequence[AkrotiriMove]:
    """Every move of the seat; none when it is not its turn."""
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


def decide(state: State, move: AkrotiriMove, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """What follows from a move of the seat to move."""
    if _STEP_OF.get(type(move), ACTIONS) != state.step:
        return Rejection("AKT-TURN", "Now you {wanted}.", {"wanted": _WANTED[state.step]})
    if state.step == ACTIONS:
        return _decide_action(state, move, chance)
    match move:
        case PlayTile():
            return play_tile(state, move, chance)
        case PlaceCube():
            return place_cube(state, move, chance)
        case KeepGoal():
            return keep_goal(state, move)
        case TakeGoal():
            return take_goal(state, move)
        case DockBoat():
            return dock_boat(state, move, chance)
    raise AssertionError("every step has its moves")


def _decide_action(state: State, move: AkrotiriMove, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    match move:
        case Sail(dock):
            return move_boat(state, SAIL, dock)
        case Portage(dock):
            return move_boat(state, PORTAGE, dock)
        case PassBoat():
            return pass_boat(state, move)
        case Load():
            return load(state, move)
        case Unload():
            return unload(state, move)
        case Sell():
            return sell(state, move)
        case BuyMaps():
            return buy_maps(state, move, chance)
        case ConsultOracle():
            return consult(state, move, chance)
        case Excavate():
            return excavate(state, move, chance)
    return end_turn(state, chance)
