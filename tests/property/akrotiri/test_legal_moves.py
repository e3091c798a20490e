"""A move is accepted exactly when it is listed."""

import random
from itertools import combinations_with_replacement, product

from clio.games.akrotiri.game import GAME
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
from clio.kernel.rejection import Rejection
from tests.property.akrotiri.plays import chance_of, every_match, steps

COLOURS = ("orange", "blue", "green", "grey", "pink")
SAMPLE = 150
MAX_MOVES = 400
RULES = {rule.id for rule in GAME.rulebook.rules}


def _conceivable(state: State) -> list[AkrotiriMove]:
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


@every_match
def test_decide_accepts_a_move_if_and_only_if_it_is_listed(seed: int) -> None:
    rng, chance = random.Random(seed), chance_of(seed)
    for number, (state, _, _) in enumerate(steps(seed)):
        if not GAME.to_move(state) or number % 4:
            continue
        listed = GAME.legal_moves(state, state.seat)
        assert 0 < len(listed) <= MAX_MOVES
        assert len(set(listed)) == len(listed)
        conceivable = _conceivable(state)
        for move in {
            *rng.sample(conceivable, min(SAMPLE, len(conceivable))),
            *rng.sample(listed, min(20, len(listed))),
        }:
            facts = GAME.decide(state, state.seat, move, chance)
            assert isinstance(facts, Rejection) == (move not in listed), move
            if isinstance(facts, Rejection):
                assert facts.sentence
                assert facts.rule in RULES
        assert {move for move in listed if type(move) in _KINDS} <= set(conceivable)


_KINDS = (
    PlayTile,
    PlaceCube,
    KeepGoal,
    TakeGoal,
    DockBoat,
    Sail,
    Portage,
    PassBoat,
    Load,
    Unload,
    Sell,
    BuyMaps,
    Excavate,
)


@every_match
def test_every_legal_move_comes_back_from_its_notation(seed: int) -> None:
    """AKT-NOTATION."""
    for number, (state, _, _) in enumerate(steps(seed)):
        if number % 5 == 0:
            for move in GAME.legal_moves(state, state.seat):
                assert GAME.parse_move(GAME.format_move(move)) == move
