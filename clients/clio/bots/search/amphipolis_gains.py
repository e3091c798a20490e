"""Cached values of tiles by area; rollouts ask for the same values often."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from clio.bots.greedy.amphipolis import amphoras_later, mosaics_later, skeletons_later, statues_worth
from clio.games.amphipolis.components import KINDS_OF
from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points
from clio.games.amphipolis.state import Counts

STAGES: Final = 4
"""The number of stages of a match: from 0 (the site closes) to this (started sets count in full)."""

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


class AreaSituation(NamedTuple):
    """A team's situation in an area: its tiles, its best rivals' tiles, and the stage of the match."""

    area: str
    held: Counts
    rivals: Counts
    stage: int


class Bundle(NamedTuple):
    """Tiles to take, and their value."""

    gain: float
    tiles: tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def worth(situation: AreaSituation) -> float:
    """The value of a team's tiles of an area."""
    if situation.area == "statues":
        return sum(statues_worth(mine, [theirs]) for mine, theirs in zip(situation.held, situation.rivals, strict=True))
    now = _POINTS[situation.area](situation.held)
    future = situation.stage / STAGES
    return (1 - future) * now + future * max(now, _LATER[situation.area](situation.held))


@lru_cache(maxsize=1 << 17)
def gain(situation: AreaSituation, tiles: tuple[str, ...]) -> float:
    """The value that some tiles of the area add."""
    held = list(situation.held)
    for tile in tiles:
        held[KINDS_OF[situation.area].index(tile)] += 1
    return worth(situation._replace(held=tuple(held))) - worth(situation)


def best_bundle(situation: AreaSituation, lying: Counts, limit: int) -> Bundle:
    """The most valuable tiles that may be taken."""
    # Capped counts make more cache hits: tiles beyond the limit cannot be taken.
    return _best_among(situation, tuple([min(limit, count) for count in lying]), limit)


@lru_cache(maxsize=1 << 17)
def _best_among(situation: AreaSituation, lying: Counts, limit: int) -> Bundle:
    best = Bundle(-1.0, ())
    for tiles in _bundles(situation.area, lying, min(limit, sum(lying))):
        worth_it = gain(situation, tiles)
        if worth_it > best.gain:
            best = Bundle(worth_it, tiles)
    return best


@lru_cache(maxsize=4096)
def _bundles(area: str, lying: Counts, size: int) -> tuple[tuple[str, ...], ...]:
    kinds = KINDS_OF[area]
    stock = dict(zip(kinds, lying, strict=True))
    return tuple(
        tiles
        for tiles in combinations_with_replacement([kind for kind in kinds if stock[kind]], size)
        if all(tiles.count(kind) <= stock[kind] for kind in tiles)
    )
