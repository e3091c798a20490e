"""Which choices a side has, and what follows from a choice."""

from collections.abc import Sequence
from typing import Final

from clio.games.akros.automatic_events import settle
from clio.games.akros.board import ENVIRONMENTS, IFRIT, JINN
from clio.games.akros.events import TileKept, TilePlaced
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.placement import placements, refusal
from clio.games.akros.state import IFRIT_KEEPS, IFRIT_PLACES, JINN_KEEPS, JINN_PLACES, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_CHOOSER: Final = {JINN_KEEPS: JINN, IFRIT_KEEPS: IFRIT, IFRIT_PLACES: IFRIT, JINN_PLACES: JINN}
_KEEPS: Final = {environment: Keep(environment) for environment in ENVIRONMENTS}


def to_move(state: State) -> tuple[int, ...]:
    """The seat whose choice it is; nobody once the game is over."""
    side = _CHOOSER.get(state.step())
    return () if side is None else (state.seat(side),)


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """Every choice of the seat, without repeats."""
    step = state.step()
    side = _CHOOSER.get(step)
    if side is None or state.seat(side) != seat:
        return ()
    if step in {JINN_KEEPS, IFRIT_KEEPS}:
        return [keep for environment, keep in _KEEPS.items() if environment in state.offer]
    return placements(state, side)


def play(state: State, seat: int, move: Move, chance: Chance) -> tuple[tuple[GameEvent, ...], State] | Rejection:
    """The facts that a choice brings about, up to the next choice, and the table then; or the rule that forbids it."""
    step = state.step()
    side = _CHOOSER.get(step)
    if side is None:
        return Rejection("AKS-END", "The game is over.")
    if state.seat(side) != seat:
        return Rejection("AKS-TURNS", "It is {side}'s choice now.", {"side": side.capitalize()})
    decided = _keep(state, side, move) if step in {JINN_KEEPS, IFRIT_KEEPS} else _place(state, side, move)
    return decided if isinstance(decided, Rejection) else settle(state, decided, chance)


def _keep(state: State, side: str, move: Move) -> TileKept | Rejection:
    if not isinstance(move, Keep):
        return Rejection("AKS-TURNS", "{side} has to keep a tile first.", {"side": side.capitalize()})
    if move.tile not in state.offer:
        return Rejection(
            "AKS-JINN-KEEPS" if side == JINN else "AKS-IFRIT-KEEPS",
            "There is no {tile} tile on offer, only {offer}.",
            {"tile": move.tile, "offer": ", ".join(state.offer)},
        )
    return TileKept(seat=state.seat(side), side=side, tile=move.tile)


def _place(state: State, side: str, move: Move) -> TilePlaced | Rejection:
    tile = state.jinn_tile if side == JINN else state.ifrit_tile
    if not isinstance(move, Place) or tile is None:
        return Rejection("AKS-TURNS", "{side} has to place the kept tile now.", {"side": side.capitalize()})
    if (rejection := refusal(state, side, tile, move)) is not None:
        return rejection
    ifrit = tuple([move.target if servant == move.origin else servant for servant in state.ifrit])
    return TilePlaced(
        seat=state.seat(side),
        side=side,
        tile=tile,
        origin=move.origin,
        target=move.target,
        height=state.stacks[move.target] + 1,
        contested=state.board.contested(ifrit),
    )
