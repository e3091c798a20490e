"""What findings of one area are worth to a team; remembered, because quick play asks the same again and again."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from clio.bots.greedy.amphipolis import amphoras_later, mosaics_later, skeletons_later, statues_worth
from clio.games.amphipolis.components import KINDS_OF
from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points
from clio.games.amphipolis.state import Counts

STAGES: Final = 4
"""How finely the time to come is told: from 0 (the site closes) to this (what was started counts in full)."""

_POINTS: Final[dict[str, Callable[[Counts], int]]] = {
    "mosaics": mosaic_points,
    "amphoras": amphora_points,
    "skeletons": skeleton_points,
}
_LATER: Final[dict[str, Callable[[Counts], float]]] = {
    "mosaics": mosaics_later,
    "amphoras": amphoras_later,
    "skeletons": skeletons_later,
}


class Want(NamedTuple):
    """A team looking at an area: what it and its best rivals have of it, and the stage of the match."""

    area: str
    held: Counts
    rivals: Counts
    stage: int


class Heap(NamedTuple):
    """Findings to take, and what they are worth."""

    gain: float
    tiles: tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def worth(want: Want) -> float:
    """What a team's findings of an area are worth to it."""
    if want.area == "statues":
        return sum(statues_worth(mine, [theirs]) for mine, theirs in zip(want.held, want.rivals, strict=True))
    now = _POINTS[want.area](want.held)
    future = want.stage / STAGES
    return (1 - future) * now + future * max(now, _LATER[want.area](want.held))


@lru_cache(maxsize=1 << 17)
def gain(want: Want, tiles: tuple[str, ...]) -> float:
    """What some findings of the area add."""
    held = list(want.held)
    for tile in tiles:
        held[KINDS_OF[want.area].index(tile)] += 1
    return worth(want._replace(held=tuple(held))) - worth(want)


def best_heap(want: Want, lying: Counts, limit: int) -> Heap:
    """As many findings as may be taken, those that are worth most."""
    # Counts above what can be taken make no difference.
    return _best_among(want, tuple([min(limit, count) for count in lying]), limit)


@lru_cache(maxsize=1 << 17)
def _best_among(want: Want, lying: Counts, limit: int) -> Heap:
    best = Heap(-1.0, ())
    for tiles in _heaps(want.area, lying, min(limit, sum(lying))):
        worth_it = gain(want, tiles)
        if worth_it > best.gain:
            best = Heap(worth_it, tiles)
    return best


@lru_cache(maxsize=4096)
def _heaps(area: str, lying: Counts, size: int) -> tuple[tuple[str, ...], ...]:
    kinds = KINDS_OF[area]
    stock = dict(zip(kinds, lying, strict=True))
    return tuple(
        tiles
        for tiles in combinations_with_replacement([kind for kind in kinds if stock[kind]], size)
        if all(tiles.count(kind) <= stock[kind] for kind in tiles)
    )
