"""A second enumerator of legal moves, which picks single tiles off the table."""

from itertools import combinations, product

from clio.games.amphipolis.components import AREA_OF, AREAS, FINDINGS
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.games.amphipolis.state import State


def enumerated(state: State) -> set[Move]:
    """The legal moves by picking single tiles off the table."""
    tiles = [kind for kind, count in zip(FINDINGS, state.site, strict=True) for _ in range(count)]
    heaps = {area: [tile for tile in tiles if AREA_OF[tile] == area] for area in AREAS}
    if state.phase == "take":
        if not tiles:
            return {PassTurn()}
        return {Take(area, heap) for area in AREAS for size in range(3) for heap in combinations(heaps[area], size)}
    if state.phase != "character":
        return set()
    moves: set[Move] = {EndTurn()}
    others = [heaps[area] for area in AREAS if area != state.chosen]
    unused = GAME.view(state, state.seat).seats[state.seat].characters
    if "assistant" in unused:
        moves |= {UseAssistant(tile) for tile in tiles}
    if "archaeologist" in unused:
        moves |= {UseArchaeologist(picked) for heap in others for size in (1, 2) for picked in combinations(heap, size)}
    if "digger" in unused:
        moves |= {UseDigger(picked) for size in (1, 2) for picked in combinations(heaps[state.chosen], size)}
    if "professor" in unused and any(others):
        moves |= {UseProfessor(picked) for picked in product(*filter(None, others))}
    return moves
