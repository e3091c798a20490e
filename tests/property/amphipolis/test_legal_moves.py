"""The listed moves against a second enumerator, and acceptance against the list."""

from functools import cache
from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from clio.games.amphipolis.components import AREAS, FINDINGS
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
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.property.amphipolis.enumerator import enumerated
from tests.property.amphipolis.plays import Step, match

RULES = {rule.id for rule in GAME.rulebook.rules}
SEATS = st.integers(1, 4)
SEEDS = st.integers(0, 2**64)


@cache
def _thinkable() -> tuple[Move, ...]:
    """Far more moves than are ever legal: up to three or four tiles of any kind, landslides included."""
    kinds = (*FINDINGS, "landslide")
    heaps = {size: list(combinations_with_replacement(kinds, size)) for size in range(5)}
    small = [heap for size in range(4) for heap in heaps[size]]
    return (
        PassTurn(),
        EndTurn(),
        *(UseAssistant(kind) for kind in (*kinds, "")),
        *(Take(area, heap) for area in (*AREAS, "entrance") for size in range(3) for heap in heaps[size]),
        *(Take(area, heap) for area in AREAS for heap in heaps[3][::7]),
        *(UseArchaeologist(heap) for heap in small),
        *(UseDigger(heap) for heap in small),
        *(UseProfessor(heap) for heap in (*small, *heaps[4][::11])),
    )


def _steps(seats: int, seed: int) -> list[Step]:
    return list(match(seats, seed, resignations=0.01))


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS)
def test_the_listed_moves_are_those_of_a_second_enumerator(seats: int, seed: int) -> None:
    for step in _steps(seats, seed):
        listed = GAME.legal_moves(step.state, step.state.seat)
        assert len(set(listed)) == len(listed)
        assert set(listed) == enumerated(step.state)


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, st.integers(0, 1000))
def test_a_move_is_accepted_if_and_only_if_it_is_listed(seats: int, seed: int, at: int) -> None:
    steps = _steps(seats, seed)
    state = steps[at % len(steps)].state
    chance = Chance(seed.to_bytes(32, "big"))
    accepted = set()
    for move in _thinkable():
        decision = GAME.decide(state, state.seat, move, chance)
        if isinstance(decision, Rejection):
            assert decision.rule in RULES
            assert "{" not in decision.sentence
        else:
            accepted.add(move)
    assert accepted == set(GAME.legal_moves(state, state.seat))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), SEEDS)
def test_nobody_moves_out_of_turn(seats: int, seed: int) -> None:
    """AMP-TURN."""
    for step in _steps(seats, seed):
        for seat in set(range(seats)) - set(GAME.to_move(step.state)):
            assert GAME.legal_moves(step.state, seat) == ()
            if step.move is not None:
                refusal = GAME.decide(step.state, seat, step.move, Chance(bytes(32)))
                assert isinstance(refusal, Rejection)
