"""Playing the land tile and its two cubes."""

from collections.abc import Iterator
from functools import lru_cache

from clio.games.akrotiri.automatic_events import after_cubes, start_step
from clio.games.akrotiri.components import Components
from clio.games.akrotiri.events import CubePlaced, TilePlayed
from clio.games.akrotiri.geometry.grid import CORNERS, ROTATIONS, Cell, Corner
from clio.games.akrotiri.geometry.island_map import IslandMap
from clio.games.akrotiri.moves import PlaceCube, PlayTile
from clio.games.akrotiri.state import CUBE, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection


def placements(state: State) -> list[PlayTile]:
    """Every legal placement: each open cell in each rotation."""
    moves: list[PlayTile] = []
    if state.mover.tile not in state.components.tiles:
        return moves
    for cell in state.archipelago.open_cells:
        moves += _placements_on(cell)
    return moves


@lru_cache(maxsize=4096)
def _placements_on(cell: Cell) -> tuple[PlayTile, ...]:
    return tuple(PlayTile(*cell, rotation) for rotation in ROTATIONS)


def play_tile(state: State, move: PlayTile, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Places the tile, with a cube of its terrain beside the icon if the market has one."""
    cell = (move.x, move.y)
    if state.archipelago.is_filled(cell):
        return Rejection("AKT-TILE-CELL", "The cell {x},{y} is taken.", {"x": move.x, "y": move.y})
    if cell not in state.archipelago.open_cells:
        return Rejection(
            "AKT-TILE-CELL",
            "The cell {x},{y} lies beside no tile and not beside the Thera board.",
            {"x": move.x, "y": move.y},
        )
    if move.rotation not in ROTATIONS:
        return Rejection("AKT-TILE-ROTATION", "A tile is turned by r0, r90, r180 or r270.")
    components, tile = state.components, state.mover.tile
    if tile is None or tile not in components.tiles:
        return Rejection("AKT-TILE-NONE", "There is no tile in hand to play.")
    seat, market = state.seat, dict(state.market)
    facts: list[GameEvent] = [TilePlayed(seat=seat, tile=tile, x=move.x, y=move.y, rotation=move.rotation)]
    icon = components.tiles[tile].designs[move.rotation].icon
    colour = components.colours[components.tiles[tile].terrain]
    if market[colour]:
        facts.append(CubePlaced(seat=seat, colour=colour, x=move.x, y=move.y, corner=icon))
        market[colour] -= 1
    archipelago = components.map_with(state.archipelago, cell, tile, move.rotation)
    if any(market.values()) and corners_for_second_cube(components, archipelago, cell):
        return (*facts, start_step(seat, CUBE))
    return (*facts, *after_cubes(state, chance))


def corners_for_second_cube(components: Components, archipelago: IslandMap, cell: Cell) -> list[Corner]:
    """The corners of a tile whose land is not the island of its icon."""
    placed = archipelago.tiles[cell]
    icon = archipelago.island_at(cell, components.tiles[placed.tile].designs[placed.rotation].icon)
    return [corner for corner in CORNERS if archipelago.island_at(cell, corner) != icon]


def cubes_to_place(state: State) -> Iterator[PlaceCube]:
    """Every colour left in the market on every corner open to the second cube."""
    if state.last_cell is None:
        return
    for corner in corners_for_second_cube(state.components, state.archipelago, state.last_cell):
        for colour, left in state.market.items():
            if left:
                yield PlaceCube(colour, corner)


def place_cube(state: State, move: PlaceCube, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
    """Places the second cube, on another island of the tile."""
    cell = state.last_cell
    if not state.market.get(move.colour):
        return Rejection("AKT-CUBE-MARKET", "The market has no {colour} cube left.", {"colour": move.colour})
    if cell is None or move.corner not in corners_for_second_cube(state.components, state.archipelago, cell):
        return Rejection(
            "AKT-CUBE-SECOND", "The second cube goes on another island of this tile than the one with the icon."
        )
    placed = CubePlaced(seat=state.seat, colour=move.colour, x=cell[0], y=cell[1], corner=move.corner)
    return (placed, *after_cubes(state, chance))
