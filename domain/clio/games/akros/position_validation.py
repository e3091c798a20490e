"""Validates positions: servants, tiles and piles must fit the turn."""

from typing import Final

from clio.games.akros.automatic_events import DRAWN
from clio.games.akros.components import SERVANTS
from clio.games.akros.state import FIRST_PILE, LAST_TURN, PILES, State

_PILE_SIZES: Final = (3, 3, 2)


def fault_in(state: State) -> str | None:
    """What is wrong with a position, or None."""
    if not _servants_stand(state):
        return f"each side has {SERVANTS} servants, each on a region of its own"
    if not _tiles_add_up(state):
        return "the tiles are not those of the board"
    if not _bag_fits(state):
        return "the bag does not fit the turn"
    if not _draft_fits(state):
        return "the tiles on offer and in front of the sides do not fit the turn"
    if tuple(len(pile) for pile in state.temple) != _pile_sizes(state):
        return "the Temple piles do not fit the turn"
    return None


def _servants_stand(state: State) -> bool:
    regions = {*state.jinn, *state.ifrit}
    return (
        len(state.jinn) == len(state.ifrit) == SERVANTS
        and len(regions) == 2 * SERVANTS
        and max(regions) < state.board.size
    )


def _tiles_add_up(state: State) -> bool:
    open_tiles = (*state.offer, state.jinn_tile, state.ifrit_tile, *(tile for pile in state.temple for tile in pile))
    placed = {tile: sum(state.stacks[region] for region in regions) for tile, regions in state.board.lands.items()}
    return all(
        pool == unseen + removed + placed[tile] + open_tiles.count(tile)
        for (tile, pool), unseen, removed in zip(state.board.layout.pool, state.unseen, state.removed, strict=True)
    )


def _bag_fits(state: State) -> bool:
    unseen = len(state.board.bag) - DRAWN * min(state.turn, FIRST_PILE - 1)
    between_phases = state.turn == FIRST_PILE - 1 and _nothing_open(state)
    if sum(state.unseen) != unseen:
        return False
    return (state.bag == 0 and (state.turn >= FIRST_PILE or between_phases)) or (
        state.bag == unseen and state.turn < FIRST_PILE
    )


def _nothing_open(state: State) -> bool:
    return not state.offer and state.jinn_tile is None and state.ifrit_tile is None


def _draft_fits(state: State) -> bool:
    if state.turn == 0:
        return _nothing_open(state)
    hands = (state.jinn_tile is not None, state.ifrit_tile is not None)
    drawn = DRAWN if state.turn < LAST_TURN else DRAWN - 1
    if state.offer:
        return hands != (False, True) and len(state.offer) + sum(hands) == drawn
    return hands != (False, True)


def _pile_sizes(state: State) -> tuple[int, ...]:
    discards = state.turn if not state.offer else state.turn - 1
    sizes = []
    for turn, size in zip(PILES, _PILE_SIZES, strict=True):
        sizes.append(0 if state.turn >= turn else max(0, min(size, discards)))
        discards -= size
    return tuple(sizes)
