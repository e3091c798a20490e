"""Positions for tests: tiles laid as listed, two players, any step; and short ways to play on."""

import random
from hashlib import sha256

from msgspec.structs import replace

from clio.games.akrotiri.components import DATA_SETS
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.grid import Cell, Rotation
from clio.games.akrotiri.geometry.island_map import IslandMap
from clio.games.akrotiri.state import Player, State, TilePile
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

BOX = DATA_SETS["standard"]
CHANCE = Chance(sha256(b"akrotiri").digest())
Lay = tuple[str, Cell] | tuple[str, Cell, Rotation]

CHAIN: tuple[Lay, ...] = (
    ("c8-volcano", (1, 0)),
    ("x1-lake", (2, 0)),
    ("c8-tree", (3, 0)),
    ("x1-mountain", (4, 0)),
)
"""Two curves east of Thera: d4 is on Thera's routes, d3 a portage further, d5 to d8 beyond it, d9 beyond d7.

Islands: d3 and d4 (no portage), d5, d6 and d7 with d8 (one portage), d9 and d10 (two portages).
"""


def options(**chosen: str) -> dict[str, str]:
    return {option.name: option.default for option in GAME.options} | chosen


def archipelago(*tiles: Lay) -> IslandMap:
    laid = BOX.thera
    for tile, cell, *rotation in tiles:
        laid = BOX.map_with(laid, cell, tile, rotation[0] if rotation else "r0")
    return laid


def table(*tiles: Lay, me: Player | None = None, other: Player | None = None, **changes: object) -> State:
    """Seat 0 is first and to move, in its third turn, with three actions and an empty boat at d1."""
    state = State(
        data="standard",
        variant="base",
        turn_limit=0,
        first_seat=0,
        archipelago=archipelago(*tiles),
        players=(me or player(), other or player(boat=2)),
        market={"orange": 8, "blue": 8, "green": 8, "grey": 8},
        map_piles={"easy": 10, "medium": 10, "hard": 12},
        goals_drawn=4,
        goal_pile=10,
        pile=TilePile(1, tuple(sorted(BOX.tiles)), 8),
        seat=0,
        step="actions",
        turn=5,
        actions=3,
    )
    return replace(state, **changes)


def player(**changes: object) -> Player:
    return replace(Player(drachmas=2, boat=1, secret_goals=("quadrants",)), **changes)


def decided(state: State, line: str, chance: Chance = CHANCE) -> tuple[GameEvent, ...] | Rejection:
    move = GAME.parse_move(line)
    assert not isinstance(move, Rejection), line
    facts = GAME.decide(state, state.seat, move, chance)
    listed = GAME.legal_moves(state, state.seat)
    assert (move in listed) == (not isinstance(facts, Rejection)), f"{line}: listed and accepted differ"
    return facts


def facts_of(state: State, line: str) -> tuple[GameEvent, ...]:
    facts = decided(state, line)
    assert not isinstance(facts, Rejection), facts.sentence
    return facts


def play(state: State, *lines: str, chance: Chance = CHANCE) -> State:
    """The state after these moves, all of which must be legal."""
    for line in lines:
        facts = decided(state, line, chance)
        assert not isinstance(facts, Rejection), f"{line}: {facts.sentence}"
        for fact in facts:
            state = GAME.evolve(state, fact)
    return state


def refusal(state: State, line: str) -> str:
    """The id of the rule that forbids the move."""
    facts = decided(state, line)
    assert isinstance(facts, Rejection), f"{line} is allowed"
    assert facts.sentence
    return facts.rule


def moves(state: State, word: str = "") -> set[str]:
    """The legal moves in notation, those that begin with the word."""
    listed = (GAME.format_move(move) for move in GAME.legal_moves(state, state.seat))
    return {line for line in listed if line.startswith(word)}


def opened(chance: Chance = CHANCE, **chosen: str) -> State:
    """A match just set up."""
    state: State | None = None
    for fact in GAME.setup(options(**chosen), 2, chance):
        state = GAME.evolve(state, fact)
    assert state is not None
    return state


def until(state: State, step: str, seed: int = 0, chance: Chance = CHANCE) -> State:
    """Random moves until a seat stands before that step."""
    rng = random.Random(seed)
    while state.step != step:
        line = rng.choice(sorted(moves(state)))
        state = play(state, line, chance=chance)
    return state
