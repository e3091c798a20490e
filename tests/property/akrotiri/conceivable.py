"""Moves that one could think of, most of them wrong."""

from itertools import combinations_with_replacement, product

from clio.games.akrotiri.geometry.grid import CORNERS, ROTATIONS
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
from clio.games.akrotiri.state import State

COLOURS = ("orange", "blue", "green", "grey", "pink")


def conceivable(state: State) -> list[AkrotiriMove]:
    """Moves of every kind, most of them wrong."""
    docks = range(len(state.archipelago.docks) + 2)
    cells = [*state.archipelago.tiles, *state.archipelago.open_cells, (0, 0), (40, 40)]
    goals = [*state.components.goals, "?", "glory"]
    cards = [*state.mover.maps, *state.rival.maps, "easy-?", "map"]
    return [
        EndTurn(),
        *(PlayTile(*cell, rotation) for cell, rotation in product(cells, ROTATIONS)),
        *(PlaceCube(colour, corner) for colour, corner in product(COLOURS, CORNERS)),
        *(KeepGoal(goal) for goal in goals),
        *(TakeGoal(goal) for goal in goals),
        *(DockBoat(dock) for dock in docks),
        *(Sail(dock) for dock in docks),
        *(Portage(dock) for dock in docks),
        *(PassBoat(*way) for way in product((state.rival.boat, 1, 3), ("sail", "portage", "swim"), docks)),
        *(Load(cubes) for size in range(5) for cubes in combinations_with_replacement(sorted(COLOURS), size)),
        *(Sell(colour) for colour in COLOURS),
        *(Unload(colour) for colour in COLOURS),
        *(BuyMaps(*counts) for counts in product((-1, 0, 1, 2, 3, 4), repeat=3)),
        *(ConsultOracle(terrain) for terrain in ("volcano", "lake", "tree", "mountain", "moon")),
        *(Excavate(card, *cell, corner) for card, cell, corner in product(cards, cells, CORNERS)),
    ]
