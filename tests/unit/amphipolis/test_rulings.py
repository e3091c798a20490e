"""What the rules versions decide differently: each ruling before and after."""

import pytest

from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.scoring import best_area
from clio.kernel.game import SPECTATOR
from clio.kernel.outcome import SeatScore
from tests.unit.amphipolis.table import table

BEFORE, AFTER = GAME.under("1"), GAME.under("2")
STATUES = [{"sphinx": 4, "caryatid": 2}, {"sphinx": 2, "caryatid": 5}, {}, {}]


def _rules(scores: tuple[SeatScore, ...]) -> list[list[tuple[str, int]]]:
    """The lines of caryatids and sphinxes."""
    return [[(line.rule, line.points) for line in score.lines[1:3]] for score in scores]


@pytest.mark.parametrize(("seats", "retired"), [(3, (2,)), (4, (2, 3))])
def test_two_left_of_three_or_four_compare_statues_as_two_players_do(seats: int, retired: tuple[int, ...]) -> None:
    """AMP-STATUES-TWO: half of 4 sphinxes scores 3, 2 of 5 caryatids do not."""
    state = table(seats, held=STATUES[:seats], retired=retired)
    assert [score.total for score in BEFORE.scores(state, SPECTATOR)][:2] == [6, 6]
    assert [score.total for score in AFTER.scores(state, SPECTATOR)][:2] == [6, 9]


def test_three_left_of_four_compare_statues_as_before() -> None:
    """AMP-STATUES."""
    state = table(4, held=[{"sphinx": 4}, {"sphinx": 2}, {"sphinx": 1}, {"sphinx": 9}], retired=(3,))
    for game in (BEFORE, AFTER):
        assert [score.total for score in game.scores(state, SPECTATOR)] == [6, 3, 0, 0]


def test_the_line_of_fewer_statues_names_the_rule_for_two() -> None:
    """AMP-STATUES-TWO."""
    state = table(2, held=[{"sphinx": 4, "caryatid": 1}, {"sphinx": 2, "caryatid": 5}])
    assert _rules(BEFORE.scores(state, SPECTATOR)) == [
        [("AMP-STATUES", 0), ("AMP-STATUES", 6)],
        [("AMP-STATUES", 6), ("AMP-STATUES", 3)],
    ]
    assert _rules(AFTER.scores(state, SPECTATOR)) == [
        [("AMP-STATUES-TWO", 0), ("AMP-STATUES", 6)],
        [("AMP-STATUES", 6), ("AMP-STATUES-TWO", 3)],
    ]


def test_lines_of_equal_counts_name_the_ruling_on_them() -> None:
    """AMP-STATUES-ZERO."""
    state = table(3, held=[{"sphinx": 2}] * 3)
    assert _rules(AFTER.scores(state, SPECTATOR)) == [[("AMP-STATUES-ZERO", 0), ("AMP-STATUES-ZERO", 6)]] * 3
    assert _rules(BEFORE.scores(state, SPECTATOR)) == [[("AMP-STATUES", 0), ("AMP-STATUES", 6)]] * 3


def test_lines_of_three_who_differ_name_the_usual_rule() -> None:
    """AMP-STATUES."""
    state = table(3, held=[{"sphinx": 3, "caryatid": 1}, {"sphinx": 2}, {"caryatid": 2}])
    assert {rule for lines in _rules(AFTER.scores(state, SPECTATOR)) for rule, _ in lines} == {"AMP-STATUES"}


def test_lines_of_player_and_robber_name_the_solo_ruling() -> None:
    """AMP-SOLO-STATUES."""
    state = table(1, held=[{"sphinx": 2, "caryatid": 1}], robber={"sphinx": 4, "caryatid": 1})
    assert _rules(AFTER.scores(state, SPECTATOR)) == [
        [("AMP-STATUES-ZERO", 6), ("AMP-SOLO-STATUES", 3)],
        [("AMP-STATUES-ZERO", 6), ("AMP-SOLO-STATUES", 6)],
    ]
    assert _rules(BEFORE.scores(state, SPECTATOR)) == [
        [("AMP-STATUES", 6), ("AMP-STATUES", 3)],
        [("AMP-STATUES", 6), ("AMP-STATUES", 6)],
    ]


@pytest.mark.parametrize("game", [BEFORE, AFTER], ids=["before", "after"])
def test_statues_are_one_area_in_the_tie_break_whatever_rule_their_lines_name(game: type) -> None:
    """AMP-TIE-AREA: 6 caryatid points by one rule and 3 sphinx points by another are 9 from one area."""
    state = table(2, held=[{"sphinx": 2, "caryatid": 5}, {"sphinx": 4}])
    assert [best_area(score) for score in game.scores(state, SPECTATOR)] == [9, 6]  # type: ignore[attr-defined]


def test_the_view_shows_the_scores_of_the_version() -> None:
    """AMP-STATUES-TWO."""
    state = table(3, held=STATUES[:3], retired=(2,))
    assert [seat.score for seat in BEFORE.view(state, SPECTATOR).seats] == [6, 6, 0]
    assert [seat.score for seat in AFTER.view(state, SPECTATOR).seats] == [6, 9, 0]


def test_the_outcome_is_that_of_the_version() -> None:
    """AMP-STATUES-TWO: before, the second tie-break decides; after, the points do."""
    state = table(3, held=STATUES[:3], retired=(2,), phase="closed", entrance=16, site={})
    outcomes = [game.outcome(state) for game in (BEFORE, AFTER)]
    assert [outcome.decided_by for outcome in outcomes if outcome] == ["AMP-TIE-LAST", "AMP-WINNER"]
    assert [outcome.winners for outcome in outcomes if outcome] == [(0,), (1,)]


def test_the_current_rules_are_version_2_and_version_1_stays_available() -> None:
    assert (GAME.rules_version, GAME.earlier_rules) == ("2", ("1",))
    assert [game.rules_version for game in (BEFORE, AFTER, GAME.under("3"))] == ["1", "2", "2"]
    assert BEFORE.under("2") is AFTER


@pytest.mark.parametrize(
    ("held", "details"),
    [
        ((1, 0), ["most", "fewest"]),
        ((2, 1), ["most", "half"]),
        ((4, 2), ["most", "half"]),
        ((5, 2), ["most", "fewest"]),
        ((1, 1), ["most", "most"]),
        ((0, 0), ["fewest", "fewest"]),
        ((3, 2, 1), ["most", "between", "fewest"]),
        ((1, 1, 0), ["most", "most", "fewest"]),
    ],
)
def test_the_line_of_statues_says_where_the_seat_stands(held: tuple[int, ...], details: list[str]) -> None:
    """AMP-STATUES."""
    state = table(len(held), held=[{"sphinx": count} for count in held])
    lines = [score.lines[2] for score in AFTER.scores(state, SPECTATOR)]
    assert [line.detail.removeprefix("sphinxes_") for line in lines] == details
    assert [line.params for line in lines] == [{"count": count} for count in held]
