"""Greedy evaluation of Amphipolis: current points plus the expected value of started sets."""

from collections.abc import Sequence
from random import Random
from typing import Final

from clio.games.amphipolis.components import COMPONENTS, INDEX, LANDSLIDE, SPAN
from clio.games.amphipolis.moves import EndTurn, Move, PassTurn, UseArchaeologist, UseAssistant, UseDigger, UseProfessor
from clio.games.amphipolis.scoring import amphora_groups, amphora_points, mosaic_points, skeleton_points, skeleton_sets
from clio.games.amphipolis.state import Counts, State, added, bag_contents

_MOSAIC_STARTED: Final = (0.0, 0.7, 1.6, 2.8)
_AMPHORAS_STARTED: Final = (0.0, 0.5, 1.1, 1.9, 3.0, 4.5, 6.0)
_SKELETON: Final = 1.7
_HALF: Final = 0.5
_STATUE_LEAD: Final = 0.9
_STATUES: Final = (INDEX["caryatid"], INDEX["sphinx"])
RESERVE: Final = {UseAssistant: 1.3, UseArchaeologist: 2.2, UseDigger: 2.2, UseProfessor: 3.2}
"""The expected later value of each character; it is used for more than that, or near the end."""
LONG: Final = 4.0
"""The number of remaining turns from which started sets count in full."""


def choose(state: State, seat: int, moves: Sequence[Move], rng: Random) -> Move:
    """Chooses a move of the highest value; ties are broken at random."""
    turns = turns_to_come(state)
    worths = [_worth(state, seat, move, turns) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(state: State, seat: int, move: Move, turns: float) -> float:
    tiles = tiles_of(move)
    worth = _worth_of(added(state.collections[seat], tiles), _rivals(state, seat), min(1.0, turns / LONG))
    if not isinstance(move, tuple(RESERVE)):
        return worth
    unused = state.characters[seat].bit_count()
    return worth - RESERVE[type(move)] * min(1.0, max(0.0, turns - unused) / LONG)


def tiles_of(move: Move) -> tuple[str, ...]:
    """The tiles that a move takes."""
    if isinstance(move, EndTurn | PassTurn):
        return ()
    return (move.tile,) if isinstance(move, UseAssistant) else move.tiles


def _rivals(state: State, seat: int) -> list[Counts]:
    if state.seats == 1:
        return [state.robber]
    return [state.collections[other] for other in state.in_play if other != seat]


def turns_to_come(state: State) -> float:
    """The expected number of remaining turns per seat, given the bag."""
    bag = bag_contents(state)
    free = COMPONENTS.entrance.spaces - state.entrance
    between = (sum(bag.values()) + 1) / (bag.get(LANDSLIDE, 0) + 1)
    turns = free * between / COMPONENTS.turn.draw
    if state.seats == 1:
        return turns * (1 - 1 / between) ** COMPONENTS.turn.draw
    return turns / len(state.in_play)


def _worth_of(held: Counts, rivals: list[Counts], future: float) -> float:
    mosaics, amphoras, skeletons = held[SPAN["mosaics"]], held[SPAN["amphoras"]], held[SPAN["skeletons"]]
    now = mosaic_points(mosaics) + amphora_points(amphoras) + skeleton_points(skeletons)
    later = mosaics_later(mosaics) + amphoras_later(amphoras) + skeletons_later(skeletons)
    statues = sum(statues_worth(held[index], [rival[index] for rival in rivals]) for index in _STATUES)
    return (1 - future) * now + future * max(now, later) + statues


def mosaics_later(colours: Counts) -> float:
    """The expected value of mosaics, started sets included."""
    size = COMPONENTS.mosaics.tiles
    return sum(count // size * COMPONENTS.mosaics.one_colour + _MOSAIC_STARTED[count % size] for count in colours)


def amphoras_later(colours: Counts) -> float:
    """The expected value of amphoras, started groups included."""
    return sum(_AMPHORAS_STARTED[size] for size in amphora_groups(colours))


def skeletons_later(halves: Counts) -> float:
    """The expected value of skeletons, single halves included."""
    families, singles = skeleton_sets(halves)
    unmatched = sum(halves) - 2 * (3 * families + singles)
    return families * COMPONENTS.skeletons.family + singles * _SKELETON + unmatched * _HALF


def statues_worth(mine: int, theirs: list[int]) -> float:
    """The smoothed points for the majority: a larger lead is safer."""
    if not mine:
        return 0.0
    middle = COMPONENTS.statues.middle
    return min(float(COMPONENTS.statues.most), max(0.0, middle + _STATUE_LEAD * (mine - max(theirs))))
