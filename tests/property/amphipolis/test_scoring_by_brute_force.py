"""Every part of the scoring against a second way to reckon it, which tries all groupings."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

from hypothesis import given
from hypothesis import strategies as st

from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points
from clio.games.amphipolis.statue_scoring import statue_points

Heap = tuple[int, ...]


def _without(heap: Heap, group: Heap) -> Heap | None:
    rest = tuple(count - taken for count, taken in zip(heap, group, strict=True))
    return None if min(rest) < 0 else rest


@cache
def _best(heap: Heap, groups: tuple[tuple[Heap, int], ...]) -> int:
    rests = [(_without(heap, group), points) for group, points in groups]
    return max((points + _best(rest, groups) for rest, points in rests if rest is not None), default=0)


def test_no_grouping_of_mosaics_is_worth_more() -> None:
    """AMP-MOSAICS, AMP-BEST-GROUPING."""
    fours = [group for group in product(range(5), repeat=3) if sum(group) == 4]
    groups = tuple((group, 4 if 4 in group else 2) for group in fours)
    for heap in product(range(10), repeat=3):
        assert mosaic_points(heap) == _best(heap, groups), heap


def test_no_grouping_of_skeletons_is_worth_more() -> None:
    """AMP-SKELETONS, AMP-BEST-GROUPING."""
    groups = (((2, 2, 1, 1), 6), ((1, 1, 0, 0), 1), ((0, 0, 1, 1), 1))
    for heap in product(range(11), range(11), range(6), range(6)):
        assert skeleton_points(heap) == _best(heap, groups), heap


def test_no_grouping_of_amphoras_is_worth_more() -> None:
    """AMP-AMPHORAS, AMP-BEST-GROUPING."""
    worth = {3: 1, 4: 2, 5: 4, 6: 6}
    groups = tuple(
        (tuple(int(colour in chosen) for colour in range(6)), points)
        for size, points in worth.items()
        for chosen in combinations(range(6), size)
    )
    for heap in combinations_with_replacement(range(5), 6):
        assert amphora_points(heap) == _best(heap, groups), heap


@given(st.permutations(range(6)), st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_amphora_colours_are_worth_the_same(order: list[int], heap: list[int]) -> None:
    """AMP-AMPHORAS."""
    assert amphora_points(tuple(heap)) == amphora_points(tuple(heap[colour] for colour in order))


@given(st.lists(st.integers(0, 12), min_size=3, max_size=4))
def test_statues_score_by_who_has_more_and_who_has_fewer(held: list[int]) -> None:
    """AMP-STATUES, AMP-STATUES-ZERO."""
    expected = []
    for mine in held:
        nobody_has_more = not any(other > mine for other in held)
        nobody_has_fewer = not any(other < mine for other in held)
        if nobody_has_more and mine:
            expected.append(6)
        else:
            expected.append(0 if nobody_has_fewer else 3)
    assert list(statue_points(tuple(held), two_player_rule=False)) == expected


@given(st.integers(0, 12), st.integers(0, 12))
def test_statues_of_two_players_score_by_halves(mine: int, other: int) -> None:
    """AMP-STATUES-TWO, AMP-STATUES-ZERO."""
    if mine == 0:
        expected = 0
    elif mine >= other:
        expected = 6
    else:
        expected = 3 if mine >= other / 2 else 0
    points, others = statue_points((mine, other), two_player_rule=True)
    assert points == expected
    assert (others, points) == statue_points((other, mine), two_player_rule=True)
