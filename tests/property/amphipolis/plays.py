"""Random matches, step by step."""

from collections.abc import Iterator
from random import Random

import msgspec

from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import Move
from clio.games.amphipolis.state import State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection


class Step(msgspec.Struct, frozen=True):
    """A state, the move that was made in it and what followed. The last step has no move."""

    state: State
    move: Move | None
    events: tuple[GameEvent, ...]


def opened(seats: int, seed: int) -> tuple[Chance, tuple[GameEvent, ...], State]:
    chance = Chance(seed.to_bytes(32, "big"))
    events = GAME.setup({"first_seat": "random"}, seats, chance)
    return chance, events, folded(None, events)


def folded(state: State | None, events: tuple[GameEvent, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def match(seats: int, seed: int, resignations: float = 0.0) -> Iterator[Step]:
    """A match in which seats move, and sometimes resign, at random."""
    rng = Random(seed)
    chance, _, state = opened(seats, seed)
    while GAME.to_move(state):
        if rng.random() < resignations:
            retired = GAME.retire(state, rng.randrange(seats), chance)
            if retired is not None:
                state = folded(state, retired)
                continue
        (seat,) = GAME.to_move(state)
        move = rng.choice(GAME.legal_moves(state, seat))
        events = GAME.decide(state, seat, move, chance)
        assert not isinstance(events, Rejection)
        yield Step(state, move, events)
        state = folded(state, events)
    yield Step(state, None, ())
