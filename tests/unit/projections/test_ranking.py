from clio.kernel.outcome import Outcome, SeatScore
from clio.projections.standings.ranking import ranks


def outcome(totals: tuple[int, ...], *winners: int) -> Outcome:
    return Outcome(tuple(SeatScore(seat, total, ()) for seat, total in enumerate(totals)), winners, "X")


def test_the_winner_is_first_though_another_has_as_many_points() -> None:
    assert ranks(outcome((7, 7, 5), 1), 3, ()) == (2, 1, 3)


def test_losers_with_equal_points_share_a_rank() -> None:
    assert ranks(outcome((9, 4, 4, 2), 0), 4, ()) == (1, 2, 2, 3)


def test_shared_winners_are_both_first() -> None:
    assert ranks(outcome((9, 9), 0, 1), 2, ()) == (1, 1)


def test_who_resigned_is_last_whatever_the_points() -> None:
    assert ranks(outcome((3, 0, 1), 0), 3, (1,)) == (1, 3, 2)


def test_a_resignation_without_scores_still_ranks() -> None:
    assert ranks(Outcome((), (1,), "CLIO-RESIGN"), 2, (0,)) == (2, 1)


def test_the_games_own_score_is_nobodys_rank() -> None:
    scores = (SeatScore(0, 5, ()), SeatScore(-1, 9, ()))
    assert ranks(Outcome(scores, (), "AMP-SOLO-WIN"), 1, ()) == (1,)
