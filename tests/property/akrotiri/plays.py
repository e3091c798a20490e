"""Matches played at random, or mostly by the greedy bot so that temples get built; every step is handed out.

CLIO_TEST_MATCHES says how many matches each test plays (200 for a long run).
"""

import os
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import pytest

from clio.bots.greedy.akrotiri import choose
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import AkrotiriMove
from clio.games.akrotiri.state import State
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

MATCHES = int(os.environ.get("CLIO_TEST_MATCHES", "4"))
every_match = pytest.mark.parametrize("seed", range(MATCHES))
_NOISE = 0.3
_MAX_STEPS = 700


class Step(NamedTuple):
    """A state and the facts that led to it."""

    state: State
    facts: tuple[GameEvent, ...]
    move: AkrotiriMove | None


def chance_of(seed: int) -> Chance:
    return Chance(sha256(f"akrotiri/{seed}".encode()).digest())


def steps(seed: int, *, most: int = _MAX_STEPS) -> Iterator[Step]:
    """One match: even seeds play at random, odd ones greedily with some noise; variants and first seats take turns."""
    rng, chance = random.Random(seed), chance_of(seed)
    options = {option.name: option.default for option in GAME.options}
    options["variant"] = ("base", "strategist")[seed // 2 % 2]
    facts: tuple[GameEvent, ...] | Rejection = GAME.setup(options, 2, chance)
    state: State | None = None
    move: AkrotiriMove | None = None
    for _ in range(most):
        assert not isinstance(facts, Rejection), facts
        for fact in facts:
            state = GAME.evolve(state, fact)
        assert state is not None
        yield Step(state, facts, move)
        if GAME.outcome(state) is not None:
            return
        move = _pick(state, rng, greedy=seed % 2 == 1)
        facts = GAME.decide(state, state.seat, move, chance)


def _pick(state: State, rng: random.Random, *, greedy: bool) -> AkrotiriMove:
    moves = GAME.legal_moves(state, state.seat)
    if greedy and rng.random() > _NOISE:
        return choose(visible_state(state, state.seat), state.seat, moves, rng)
    return rng.choice(moves)
