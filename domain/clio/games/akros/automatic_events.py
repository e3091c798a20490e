"""Automatic events: discards, the removal of tiles that cannot be placed, the end of a turn and the next one."""

from typing import Final

from clio.games.akros.board import IFRIT, JINN
from clio.games.akros.events import BagRemoved, PileTaken, TileDiscarded, TileKept, TileRemoved, TilesDrawn
from clio.games.akros.evolve import evolve
from clio.games.akros.placement import placements
from clio.games.akros.state import FIRST_PILE, LAST_TURN, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance

BAG: Final = "akros/bag"
DRAWN: Final = 3
PILE_OF_TURN: Final = (0, 7, 7, 7, 8, 8, 8, 9, 9)


def settle(state: State | None, fact: GameEvent, chance: Chance) -> tuple[tuple[GameEvent, ...], State]:
    """A fact with the automatic events up to the next choice or the end of the game, and the state after them."""
    facts = [fact]
    table = evolve(state, fact)
    while (following := _next(table, chance)) is not None:
        facts.append(following)
        table = evolve(table, following)
    return tuple(facts), table


def _next(state: State, chance: Chance) -> GameEvent | None:
    if state.offer:
        return _rest_of_offer(state)
    if state.ifrit_tile is not None:
        return _unplaceable(state, IFRIT, state.ifrit_tile)
    if state.jinn_tile is not None:
        return _unplaceable(state, JINN, state.jinn_tile)
    return None if state.turn == LAST_TURN else _turn_begins(state, chance)


def _rest_of_offer(state: State) -> GameEvent | None:
    if len(state.offer) > 1:
        return None
    seat, tile = state.seat(IFRIT), state.offer[0]
    if state.ifrit_tile is None:
        return TileKept(seat=seat, side=IFRIT, tile=tile)
    return TileDiscarded(seat=seat, side=IFRIT, tile=tile, pile=PILE_OF_TURN[state.turn])


def _unplaceable(state: State, side: str, tile: str) -> GameEvent | None:
    return None if placements(state, side) else TileRemoved(seat=state.seat(side), side=side, tile=tile)


def _turn_begins(state: State, chance: Chance) -> GameEvent:
    turn = state.turn + 1
    if turn < FIRST_PILE:
        order = chance.shuffle(BAG, state.board.bag)
        drawn = DRAWN * state.turn
        return TilesDrawn(turn=turn, tiles=order[drawn : drawn + DRAWN])
    if state.bag:
        return BagRemoved(tiles=state.bag)
    return PileTaken(turn=turn, pile=turn, tiles=state.temple[turn - FIRST_PILE])
