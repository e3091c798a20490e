"""Decides moves: the facts that follow from a choice, or the rule that forbids it."""

from clio.games.akros.automatic_events import settle
from clio.games.akros.board import JINN
from clio.games.akros.events import TileKept, TilePlaced
from clio.games.akros.legal_moves import SIDE_TO_MOVE
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.placement import refusal
from clio.games.akros.state import IFRIT_KEEPS, JINN_KEEPS, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection


def play(state: State, seat: int, move: Move, chance: Chance) -> tuple[tuple[GameEvent, ...], State] | Rejection:
    """The facts that follow from a move, up to the next choice, and the state after them; or a rejection."""
    step = state.step()
    side = SIDE_TO_MOVE.get(step)
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
