"""Akros positions and short matches to test on."""

from random import Random

from msgspec.structs import replace

from clio.games.akros.components import BOARDS
from clio.games.akros.events import TilePlaced
from clio.games.akros.game import GAME
from clio.games.akros.moves import Move
from clio.games.akros.state import State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

JINN, IFRIT = 0, 1
OPTIONS = {"board": "standard", "sides": "seat-0-jinn"}
CHANCE = Chance(bytes(32))
STANDARD = BOARDS["standard"]

START = State(
    board=STANDARD,
    jinn_seat=JINN,
    turn=1,
    jinn=STANDARD.layout.jinn,
    ifrit=STANDARD.layout.ifrit,
    stacks=(0,) * 18,
    offer=(),
    jinn_tile=None,
    ifrit_tile=None,
    temple=((), (), ()),
    unseen=(6, 7, 6),
    bag=16,
    removed=(0, 0, 0),
)


def stacks(heights: dict[int, int]) -> tuple[int, ...]:
    """Stacks of the given heights, none elsewhere."""
    return tuple(heights.get(region, 0) for region in range(18))


def offering(turn: int, *tiles: str) -> State:
    """Jinn has drawn the tiles in that turn."""
    return replace(START, turn=turn, offer=tiles)


def ifrit_places(tile: str, *, jinn: tuple[int, ...], ifrit: tuple[int, ...], turn: int = 1) -> State:
    """Ifrit has to place the tile; Jinn keeps a forest."""
    return replace(START, turn=turn, jinn=jinn, ifrit=ifrit, jinn_tile="forest", ifrit_tile=tile)


def jinn_places(tile: str, *, jinn: tuple[int, ...], ifrit: tuple[int, ...], turn: int = 1) -> State:
    """Jinn has to place the tile."""
    return replace(START, turn=turn, jinn=jinn, ifrit=ifrit, jinn_tile=tile)


def facts(state: State, seat: int, move: Move, chance: Chance = CHANCE) -> tuple[GameEvent, ...]:
    """The facts of a move that must be legal."""
    decided = GAME.decide(state, seat, move, chance)
    assert not isinstance(decided, Rejection), decided.sentence
    return decided


def refused(state: State, seat: int, move: Move) -> Rejection:
    """The refusal of a move that must be illegal."""
    decided = GAME.decide(state, seat, move, CHANCE)
    assert isinstance(decided, Rejection)
    return decided


def after(state: State | None, events: tuple[GameEvent, ...]) -> State:
    """The state after the facts."""
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def placed(state: State, seat: int, move: Move) -> TilePlaced:
    """The placement that a legal move makes."""
    first = facts(state, seat, move)[0]
    assert isinstance(first, TilePlaced)
    return first


def first_choices(seed: bytes, options: dict[str, str] | None = None) -> list[tuple[State, tuple[GameEvent, ...]]]:
    """A whole match in which everybody takes the first legal move: each state with the facts that led to it."""
    chance = Chance(seed)
    events = GAME.setup(options or OPTIONS, 2, chance)
    state = after(None, events)
    told = [(state, events)]
    while seats := GAME.to_move(state):
        events = facts(state, seats[0], GAME.legal_moves(state, seats[0])[0], chance)
        state = after(state, events)
        told.append((state, events))
    return told


def dice(seed: int) -> Random:
    """Random choices that are the same in every run."""
    return Random(seed)
