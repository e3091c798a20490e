"""Moving the boat: docking it in the set-up, sailing, portage, and passing the dock where the other boat lies."""

from collections.abc import Iterator
from typing import Final

from clio.games.akrotiri.automatic_events import first_turn, start_step
from clio.games.akrotiri.events import BoatDocked, BoatMoved
from clio.games.akrotiri.moves import DockBoat, PassBoat, Portage, Sail
from clio.games.akrotiri.rulings import Rulings
from clio.games.akrotiri.state import DOCK, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

SAIL: Final = "sail"
PORTAGE: Final = "portage"
WAYS: Final = (SAIL, PORTAGE)
NO_ACTIONS: Final = Rejection("AKT-ACTIONS", "You have no action left.")
_LOADED_PASS: Final = 2


def docks_to_choose(state: State) -> Iterator[DockBoat]:
    """The docks of Thera where no boat lies."""
    for dock in state.archipelago.islands.at(state.archipelago.home).docks:
        if dock != state.rival.boat:
            yield DockBoat(dock)


def dock_boat(state: State, move: DockBoat, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Docks a boat at Thera; after the second one the first turn starts."""
    if move not in tuple(docks_to_choose(state)):
        return Rejection("AKT-SETUP-BOATS", "A boat starts at a dock of Thera where no other boat lies.")
    docked = BoatDocked(seat=state.seat, dock=move.dock)
    if state.seat == state.first_seat:
        return docked, start_step(state.second_seat, DOCK)
    return (docked, *first_turn(state, chance))


def voyages(state: State) -> Iterator[Sail | Portage | PassBoat]:
    """Every legal move of the boat."""
    if not state.free_move and not state.actions:
        return
    here, taken = state.mover.boat, state.rival.boat
    for dock in reachable(state, here, SAIL):
        if dock != taken:
            yield Sail(dock)
    for dock in reachable(state, here, PORTAGE):
        if dock != taken:
            yield Portage(dock)
    if state.actions >= _pass_cost(state):
        yield from _passes(state, here, taken)


def _passes(state: State, here: int, taken: int) -> Iterator[PassBoat]:
    for first, then in (WAYS, WAYS[::-1]):
        if taken in reachable(state, here, first):
            for dock in reachable(state, taken, then):
                if dock != here:
                    yield PassBoat(taken, then, dock)


def reachable(state: State, dock: int, way: str) -> list[int]:
    """The other docks one move away, occupied ones included."""
    archipelago = state.archipelago
    region = archipelago.network_of_dock(dock) if way == SAIL else archipelago.island_of_dock(dock)
    return [other for other in region.docks if other != dock]


def _pass_cost(state: State) -> int:
    return _LOADED_PASS if state.mover.cargo else 1


def move_boat(state: State, way: str, dock: int) -> tuple[GameEvent, ...] | Rejection:
    """Moves the boat to another dock; an empty boat may move once more."""
    if not state.free_move and not state.actions:
        return NO_ACTIONS
    if dock not in reachable(state, state.mover.boat, way):
        return _out_of_reach(way, dock)
    if dock == state.rival.boat:
        return Rejection("AKT-MOVE-OCCUPIED", "The other boat lies at d{dock}.", {"dock": dock})
    is_second = state.free_move
    moved = BoatMoved(
        seat=state.seat,
        by=way,
        via=None,
        dock=dock,
        actions=state.actions - (not is_second),
        free_move=not is_second and not state.mover.cargo,
    )
    return (moved,)


def _out_of_reach(way: str, dock: int) -> Rejection:
    if way == SAIL:
        return Rejection("AKT-MOVE-SEA", "No route leads from your dock to d{dock}.", {"dock": dock})
    return Rejection("AKT-MOVE-PORTAGE", "There is no other dock d{dock} on this island.", {"dock": dock})


def pass_boat(state: State, move: PassBoat, rulings: Rulings) -> tuple[GameEvent, ...] | Rejection:
    """Moves the boat through the other boat's dock: two moves in a row.

    A free move pays the first of them; the action for the second then leaves an empty boat a free move.
    """
    here, taken = state.mover.boat, state.rival.boat
    if move.by not in WAYS or move.via != taken:
        return Rejection("AKT-MOVE-PASS", "You pass the dock where the other boat lies, then sail or portage.")
    cost = _pass_cost(state)
    if state.actions < cost:
        return Rejection("AKT-MOVE-PASS", "Passing the other boat's dock takes {cost} actions here.", {"cost": cost})
    first = PORTAGE if move.by == SAIL else SAIL
    if taken not in reachable(state, here, first):
        return _out_of_reach(first, taken)
    if move.dock == here or move.dock not in reachable(state, taken, move.by):
        return _out_of_reach(move.by, move.dock)
    moved = BoatMoved(
        seat=state.seat,
        by=move.by,
        via=taken,
        dock=move.dock,
        actions=state.actions - cost,
        free_move=state.free_move and rulings.free_move_pays_half_a_pass,
    )
    return (moved,)
