"""Consulting the oracle: tiles are flipped until one shows the terrain asked for."""

from collections.abc import Iterator

from clio.games.akrotiri.boat_moves import NO_ACTIONS
from clio.games.akrotiri.data_validation import TERRAINS
from clio.games.akrotiri.draws import tile_order
from clio.games.akrotiri.events import OracleConsulted
from clio.games.akrotiri.moves import ConsultOracle
from clio.games.akrotiri.state import State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

_QUESTIONS = tuple(ConsultOracle(terrain) for terrain in TERRAINS)


def questions(state: State) -> tuple[ConsultOracle, ...]:
    """The terrains to ask for, once a turn, while the pile has tiles."""
    return _QUESTIONS if state.actions and not state.oracle_used and state.pile.left else ()


def consult(state: State, move: ConsultOracle, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Draws the first tile with the terrain, or the last one of the pile, face up into the hand."""
    if not state.actions:
        return NO_ACTIONS
    if move.terrain not in TERRAINS:
        return Rejection("AKT-ORACLE", "The oracle knows volcano, lake, tree and mountain.")
    if state.oracle_used:
        return Rejection("AKT-ORACLE", "You have consulted the oracle this turn.")
    if not state.pile.left:
        return Rejection("AKT-ORACLE-PILE", "The oracle needs a tile in the pile.")
    flipped = tuple(_flips(state, move.terrain, chance))
    consulted = OracleConsulted(
        seat=state.seat, terrain=move.terrain, flipped=flipped, kept=flipped[-1], actions=state.actions - 1
    )
    return (consulted,)


def _flips(state: State, terrain: str, chance: Chance) -> Iterator[str]:
    for tile in tile_order(state.pile, chance)[state.pile.drawn :]:
        yield tile
        if state.components.tiles[tile].terrain == terrain:
            return
