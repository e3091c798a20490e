import pytest

from clio.games.amphipolis.score_details import DETAILS
from clio.games.amphipolis.scoring import amphora_points, mosaic_points, skeleton_points, standings
from clio.games.amphipolis.statue_scoring import statue_points
from clio.kernel.outcome import detail_text
from tests.unit.amphipolis.table import table

JOHN = {
    "mosaic-red": 5,
    "mosaic-green": 3,
    "mosaic-yellow": 2,
    "skeleton-large-upper": 2,
    "skeleton-large-lower": 1,
    "skeleton-small-upper": 1,
    "amphora-blue": 2,
    "amphora-brown": 2,
    "amphora-green": 2,
    "amphora-red": 1,
    "amphora-yellow": 1,
    "caryatid": 2,
    "sphinx": 4,
}


def test_the_worked_example_of_the_rulebook_gives_john_21_points() -> None:
    scores = standings(table(3, held=[JOHN, {"sphinx": 3}, {"caryatid": 6, "sphinx": 1}]))
    john = scores[0]
    assert [(line.rule, line.points) for line in john.lines] == [
        ("AMP-MOSAICS", 6),
        ("AMP-STATUES", 3),
        ("AMP-STATUES", 6),
        ("AMP-AMPHORAS", 5),
        ("AMP-SKELETONS", 1),
    ]
    assert john.total == 21
    assert [score.total for score in scores[1:]] == [3, 6]


def test_every_line_of_a_score_says_in_words_what_it_is_for() -> None:
    john = standings(table(3, held=[JOHN, {"sphinx": 3}, {"caryatid": 6, "sphinx": 1}]))[0]
    assert [detail_text(DETAILS, line) for line in john.lines] == [
        "1 of one colour, 1 mixed",
        "2 caryatids, between most and fewest",
        "4 sphinxes, the most",
        "groups of 5, 3",
        "0 families, 1 single skeleton",
    ]


@pytest.mark.parametrize(
    ("colours", "points"),
    [((0, 0, 0), 0), ((3, 0, 0), 0), ((4, 0, 0), 4), ((2, 1, 1), 2), ((3, 5, 2), 6), ((3, 3, 3), 4), ((9, 9, 9), 24)],
)
def test_four_mosaic_tiles_score_4_in_one_colour_and_2_mixed(colours: tuple[int, ...], points: int) -> None:
    """AMP-MOSAICS, AMP-BEST-GROUPING."""
    assert mosaic_points(colours) == points


@pytest.mark.parametrize(
    ("halves", "points"),
    [
        ((0, 0, 0, 0), 0),
        ((3, 0, 0, 2), 0),
        ((1, 1, 0, 0), 1),
        ((0, 0, 1, 1), 1),
        ((1, 1, 1, 1), 2),
        ((2, 2, 1, 1), 6),
        ((3, 3, 1, 1), 7),
        ((4, 5, 3, 2), 12),
        ((2, 3, 3, 3), 8),
        ((10, 10, 5, 5), 30),
    ],
)
def test_a_family_scores_6_and_a_skeleton_outside_of_one_scores_1(halves: tuple[int, ...], points: int) -> None:
    """AMP-SKELETONS. The halves are large lower, large upper, small lower, small upper."""
    assert skeleton_points(halves) == points


@pytest.mark.parametrize(
    ("colours", "points"),
    [
        ((5, 5, 0, 0, 0, 0), 0),
        ((1, 1, 1, 0, 0, 0), 1),
        ((1, 1, 1, 1, 0, 0), 2),
        ((1, 1, 1, 1, 1, 0), 4),
        ((1, 1, 1, 1, 1, 1), 6),
        ((2, 2, 2, 1, 1, 0), 5),
        ((5, 5, 5, 5, 5, 5), 30),
    ],
)
def test_amphoras_score_by_groups_of_different_colours(colours: tuple[int, ...], points: int) -> None:
    """AMP-AMPHORAS, AMP-BEST-GROUPING."""
    assert amphora_points(colours) == points


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((3, 2, 1), (6, 3, 0)),
        ((3, 3, 1), (6, 6, 0)),
        ((3, 1, 1), (6, 0, 0)),
        ((5, 3, 2, 2), (6, 3, 0, 0)),
        ((5, 4, 3, 2), (6, 3, 3, 0)),
        ((5, 5, 3, 2), (6, 6, 3, 0)),
        ((1, 0, 0), (6, 0, 0)),
    ],
)
def test_most_statues_score_6_fewest_0_and_others_3(held: tuple[int, ...], points: tuple[int, ...]) -> None:
    """AMP-STATUES."""
    assert statue_points(held, two_player_rule=False) == points


def test_where_all_hold_as_many_statues_all_have_the_most_unless_it_is_none() -> None:
    """AMP-STATUES-ZERO."""
    assert statue_points((2, 2, 2), two_player_rule=False) == (6, 6, 6)
    assert statue_points((0, 0, 0), two_player_rule=False) == (0, 0, 0)
    assert statue_points((4, 4), two_player_rule=True) == (6, 6)
    assert statue_points((0, 0), two_player_rule=True) == (0, 0)


@pytest.mark.parametrize(
    ("held", "points"), [((4, 2), (6, 3)), ((5, 2), (6, 0)), ((2, 3), (3, 6)), ((1, 0), (6, 0)), ((1, 2), (3, 6))]
)
def test_of_two_players_the_one_with_fewer_statues_scores_3_with_at_least_half(
    held: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """AMP-STATUES-TWO, AMP-STATUES-ZERO."""
    assert statue_points(held, two_player_rule=True) == points
    scores = standings(table(2, held=[{"sphinx": count} for count in held]))
    assert tuple(score.total for score in scores) == points


def test_the_rule_for_two_players_does_not_apply_at_a_larger_table() -> None:
    """AMP-STATUES-TWO."""
    scores = standings(table(3, held=[{"sphinx": 4}, {"sphinx": 2}, {"sphinx": 2}]))
    assert [score.total for score in scores] == [6, 0, 0]
