"""A move is accepted exactly when it is listed."""

import random

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import (
    BuyMaps,
    DockBoat,
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
from clio.kernel.rejection import Rejection
from tests.property.akrotiri.conceivable import conceivable
from tests.property.akrotiri.plays import chance_of, every_match, steps

SAMPLE = 150
MAX_MOVES = 400
RULES = {rule.id for rule in GAME.rulebook.rules}


@every_match
def test_decide_accepts_a_move_if_and_only_if_it_is_listed(seed: int) -> None:
    rng, chance = random.Random(seed), chance_of(seed)
    for number, (state, _, _) in enumerate(steps(seed)):
        if not GAME.to_move(state) or number % 4:
            continue
        listed = GAME.legal_moves(state, state.seat)
        assert 0 < len(listed) <= MAX_MOVES
        assert len(set(listed)) == len(listed)
        wanted = conceivable(state)
        for move in {
            *rng.sample(wanted, min(SAMPLE, len(wanted))),
            *rng.sample(listed, min(20, len(listed))),
        }:
            facts = GAME.decide(state, state.seat, move, chance)
            assert isinstance(facts, Rejection) == (move not in listed), move
            if isinstance(facts, Rejection):
                assert facts.sentence
                assert facts.rule in RULES
        assert {move for move in listed if type(move) in _KINDS} <= set(wanted)


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
