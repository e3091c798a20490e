"""Perft: every sequence of moves from the set-up on, as the engine lists them and as it accepts them."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import AkrotiriMove
from clio.games.akrotiri.state import State
from clio.kernel.rejection import Rejection
from tests.property.akrotiri.conceivable import conceivable
from tests.property.akrotiri.plays import chance_of

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "akrotiri-perft.json").read_bytes())
CHANCE = chance_of(VECTORS["seed"])
Moves = Callable[[State], Iterable[AkrotiriMove]]


def listed(state: State) -> Iterable[AkrotiriMove]:
    return GAME.legal_moves(state, state.seat)


def accepted(state: State) -> Iterable[AkrotiriMove]:
    """Of all moves that one could think of, those that the rules accept."""
    moves = dict.fromkeys(conceivable(state))
    return [move for move in moves if not isinstance(GAME.decide(state, state.seat, move, CHANCE), Rejection)]


def start() -> State:
    state: State | None = None
    for fact in GAME.setup({option.name: option.default for option in GAME.options}, 2, CHANCE):
        state = GAME.evolve(state, fact)
    assert state is not None
    return state


def after(state: State, move: AkrotiriMove) -> State:
    facts = GAME.decide(state, state.seat, move, CHANCE)
    assert not isinstance(facts, Rejection), move
    for fact in facts:
        state = GAME.evolve(state, fact)
    return state


def counts(depths: int, moves: Moves, level: list[State]) -> list[int]:
    """How many sequences of one move, of two, and so on there are."""
    found = []
    for _ in range(depths):
        level = [after(state, move) for state in level for move in moves(state)]
        found.append(len(level))
    return found


def first_turn() -> State:
    """The first turn after a set-up in which everybody takes the first move listed, with a tile in hand."""
    state = start()
    while state.turn == 0:
        state = after(state, next(iter(listed(state))))
    return state


@pytest.mark.parametrize(("moves", "name"), [(listed, "listed"), (accepted, "accepted")], ids=["listed", "accepted"])
@pytest.mark.parametrize("place", [start, first_turn], ids=["set-up", "first turn"])
def test_as_many_sequences_of_moves_as_the_vectors_say(moves: Moves, name: str, place: Callable[[], State]) -> None:
    """Every move that is accepted is listed, and none twice; the longer sequences follow the list."""
    told = VECTORS["counts"][place.__name__]
    assert counts(len(told) if name == "listed" else 2, moves, [place()]) == told[: None if name == "listed" else 2]


def test_the_first_tile_goes_beside_the_thera_board() -> None:
    """Counted by hand: eight cells share a side with the board of two by two, and a tile can be turned four ways."""
    assert VECTORS["counts"]["start"][0] == 8 * 4
