"""Decides moves: the facts that follow from a move, or the rule that forbids it."""

from clio.games.akrotiri.automatic_events import end_turn
from clio.games.akrotiri.boat_moves import PORTAGE, SAIL, dock_boat, move_boat, pass_boat
from clio.games.akrotiri.excavation import excavate
from clio.games.akrotiri.goal_moves import keep_goal, take_goal
from clio.games.akrotiri.moves import (
    AkrotiriMove,
    BuyMaps,
    ConsultOracle,
    DockBoat,
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
from clio.games.akrotiri.oracle import consult
from clio.games.akrotiri.rulings import Rulings
from clio.games.akrotiri.state import ACTIONS, CUBE, DOCK, GOAL, OVER, TILE, State
from clio.games.akrotiri.tile_moves import place_cube, play_tile
from clio.games.akrotiri.trading import buy_maps, load, sell, unload
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


def decide(state: State, move: AkrotiriMove, chance: Chance, rulings: Rulings) -> tuple[GameEvent, ...] | Rejection:
    """The facts that follow from a move of the seat to move, or the rule that forbids it."""
    if _STEP_OF.get(type(move), ACTIONS) != state.step:
        return Rejection("AKT-TURN", "Now you {wanted}.", {"wanted": _WANTED[state.step]})
    if state.step == ACTIONS:
        return _decide_action(state, move, chance, rulings)
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


def _decide_action(
    state: State, move: AkrotiriMove, chance: Chance, rulings: Rulings
) -> tuple[GameEvent, ...] | Rejection:
    match move:
        case Sail(dock):
            return move_boat(state, SAIL, dock)
        case Portage(dock):
            return move_boat(state, PORTAGE, dock)
        case PassBoat():
            return pass_boat(state, move, rulings)
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
    return end_turn(state, chance, rulings)
