"""Points for what a team holds. Every part takes the best grouping by itself."""

from functools import lru_cache
from typing import Final

from clio.games.amphipolis.components import COMPONENTS, SPAN
from clio.games.amphipolis.rulings import CURRENT, VERSIONS, Rulings
from clio.games.amphipolis.state import Counts, State
from clio.games.amphipolis.statue_scoring import STATUE_RULES, STATUES, statue_lines
from clio.kernel.outcome import ScoreLine, SeatScore

ROBBER: Final = -1

_MOSAICS, _AMPHORAS, _SKELETONS = SPAN["mosaics"], SPAN["amphoras"], SPAN["skeletons"]


def mosaic_sets(colours: Counts) -> tuple[int, int]:
    """How many mosaics of one colour, and how many mixed ones, make the most of the tiles."""
    size = COMPONENTS.mosaics.tiles
    pure = sum(count // size for count in colours)
    return pure, sum(colours) // size - pure


def skeleton_sets(halves: Counts) -> tuple[int, int]:
    """How many families, and how many complete skeletons outside of them."""
    large_lower, large_upper, small_lower, small_upper = halves
    large, small = min(large_lower, large_upper), min(small_lower, small_upper)
    rule = COMPONENTS.skeletons
    families = min(large // rule.family_large, small // rule.family_small)
    return families, large + small - families * (rule.family_large + rule.family_small)


def amphora_groups(colours: Counts) -> tuple[int, ...]:
    """The sizes of the groups of different colours, each as large as it can be.

    Points grow faster than groups do, so that no other grouping is worth more.
    """
    return tuple(sum(count > layer for count in colours) for layer in range(max(colours)))


@lru_cache(maxsize=8192)
def mosaic_points(colours: Counts) -> int:
    """Points for mosaics (counts by colour)."""
    pure, mixed = mosaic_sets(colours)
    return pure * COMPONENTS.mosaics.one_colour + mixed * COMPONENTS.mosaics.mixed


@lru_cache(maxsize=8192)
def skeleton_points(halves: Counts) -> int:
    """Points for skeletons (counts by size and half)."""
    families, singles = skeleton_sets(halves)
    return families * COMPONENTS.skeletons.family + singles * COMPONENTS.skeletons.single


@lru_cache(maxsize=65536)
def amphora_points(colours: Counts) -> int:
    """Points for amphoras (counts by colour)."""
    return sum(COMPONENTS.amphoras.points(size) for size in amphora_groups(colours))


def standings(state: State, rulings: Rulings = VERSIONS[CURRENT]) -> tuple[SeatScore, ...]:
    """Everybody's score as it stands, seat by seat; in a solo match the robber's comes last."""
    rivals = (*(state.collections[seat] for seat in state.in_play), *((state.robber,) if state.seats == 1 else ()))
    statues = zip(*statue_lines(state.seats, rivals, rulings), strict=True)
    scores = []
    for seat in range(state.seats):
        if seat in state.retired:
            scores.append(_unscored(seat))
        else:
            scores.append(_score(seat, state.collections[seat], next(statues)))
    if state.seats == 1:
        scores.append(_score(ROBBER, state.robber, next(statues)))
    return tuple(scores)


def best_area(score: SeatScore) -> int:
    """The most points from one sorting area; both kinds of statue are one area."""
    by_area: dict[str, int] = {}
    for line in score.lines:
        area = STATUES if line.rule in STATUE_RULES else line.rule
        by_area[area] = by_area.get(area, 0) + line.points
    return max(by_area.values())


def _score(seat: int, held: Counts, statues: tuple[ScoreLine, ...]) -> SeatScore:
    lines = (_mosaic_line(held[_MOSAICS]), *statues, _amphora_line(held[_AMPHORAS]), _skeleton_line(held[_SKELETONS]))
    return SeatScore(seat=seat, total=sum(line.points for line in lines), lines=lines)


def _unscored(seat: int) -> SeatScore:
    return SeatScore(seat=seat, total=0, lines=(ScoreLine("AMP-RESIGN", 0, "resigned", {}),))


def _mosaic_line(colours: Counts) -> ScoreLine:
    pure, mixed = mosaic_sets(colours)
    return ScoreLine("AMP-MOSAICS", mosaic_points(colours), "mosaics", {"mixed": mixed, "pure": pure})


def _skeleton_line(halves: Counts) -> ScoreLine:
    families, singles = skeleton_sets(halves)
    params: dict[str, int | str] = {"families": families, "singles": singles}
    return ScoreLine("AMP-SKELETONS", skeleton_points(halves), "skeletons", params)


def _amphora_line(colours: Counts) -> ScoreLine:
    scoring = [size for size in amphora_groups(colours) if COMPONENTS.amphoras.points(size)]
    if not scoring:
        return ScoreLine("AMP-AMPHORAS", amphora_points(colours), "no_amphoras", {})
    return ScoreLine("AMP-AMPHORAS", amphora_points(colours), "amphoras", {"groups": ", ".join(map(str, scoring))})
