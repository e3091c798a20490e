import json
from pathlib import Path

import pytest

from clio.games.akros.game import GAME
from clio.games.akros.state import State
from clio.kernel.game import EVERYTHING
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.property.akros.naive import Table, play, start

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "akros-perft.json").read_bytes())
CHANCE = Chance(bytes.fromhex(VECTORS["match_seed"]))
COUNTS = [(row["depth"], row["sequences"], row["positions"]) for row in VECTORS["counts"]]


def _engine_level(states: list[State]) -> list[State]:
    """Every state one move further, once per sequence of moves that leads there."""
    level = []
    for state in states:
        (seat,) = GAME.to_move(state)
        for move in GAME.legal_moves(state, seat):
            events = GAME.decide(state, seat, move, CHANCE)
            assert not isinstance(events, Rejection)
            following = state
            for event in events:
                following = GAME.evolve(following, event)
            level.append(following)
    return level


def _naive_level(tables: list[Table]) -> list[Table]:
    return [play(table, choice) for table in tables for choice in sorted(table.choices())]


def _engine_start() -> State:
    state: State | None = None
    for event in GAME.setup(VECTORS["options"], 2, CHANCE):
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def _told(table: Table) -> str:
    """What makes two tables the same position: servants of a side are alike, and so are tiles in a stack."""
    heights = {region: len(stack) for region, stack in table.stacks.items()}
    hands = (table.offer, table.jinn_tile, table.ifrit_tile, table.temple)
    return repr((table.turn, table.step, sorted(table.jinn), sorted(table.ifrit), heights, hands, sorted(table.gone)))


@pytest.fixture(scope="module")
def engine() -> list[tuple[int, int, int]]:
    level, counts = [_engine_start()], []
    for depth in range(1, len(COUNTS) + 1):
        level = _engine_level(level)
        counts.append((depth, len(level), len({GAME.format_position(state, EVERYTHING) for state in level})))
    return counts


@pytest.fixture(scope="module")
def naive() -> list[tuple[int, int, int]]:
    level, counts = [start(CHANCE)], []
    for depth in range(1, len(COUNTS) + 1):
        level = _naive_level(level)
        counts.append((depth, len(level), len({_told(table) for table in level})))
    return counts


def test_the_engine_reaches_as_many_positions_as_the_vectors_say(engine: list[tuple[int, int, int]]) -> None:
    assert engine == COUNTS


def test_the_naive_enumerator_reaches_as_many_positions_as_the_vectors_say(naive: list[tuple[int, int, int]]) -> None:
    assert naive == COUNTS
