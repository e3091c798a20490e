"""Perft: every sequence of moves from the set-up on, counted by the engine and by a second enumerator."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import Move
from clio.games.amphipolis.state import State
from clio.kernel.rejection import Rejection
from tests.property.amphipolis.enumerator import enumerated
from tests.property.amphipolis.plays import folded, opened

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "amphipolis-perft.json").read_bytes())
SEED = VECTORS["seed"]


def _listed(state: State) -> Iterable[Move]:
    return GAME.legal_moves(state, state.seat)


def counts(seats: int, depths: int, moves: Callable[[State], Iterable[Move]]) -> list[int]:
    """How many sequences of one move, of two, and so on there are."""
    chance, _, start = opened(seats, SEED)
    level, found = [start], []
    for _ in range(depths):
        following = []
        for state in level:
            for move in moves(state):
                facts = GAME.decide(state, state.seat, move, chance)
                assert not isinstance(facts, Rejection), move
                following.append(folded(state, facts))
        level = following
        found.append(len(level))
    return found


@pytest.mark.parametrize("row", VECTORS["counts"], ids=lambda row: f"{row['seats']} seats")
@pytest.mark.parametrize("moves", [_listed, enumerated], ids=["engine", "enumerator"])
def test_as_many_sequences_of_moves_as_the_vectors_say(
    row: dict[str, list[int]], moves: Callable[[State], Iterable[Move]]
) -> None:
    assert counts(row["seats"], len(row["sequences"]), moves) == row["sequences"]  # type: ignore[arg-type]
