from collections.abc import Mapping

from clio.games.amphipolis.game import GAME
from clio.kernel.outcome import Outcome
from tests.unit.amphipolis.table import table

SIX_AMPHORAS = {f"amphora-{colour}": 1 for colour in ("blue", "brown", "green", "purple", "red", "yellow")}
THREE_AMPHORAS = {f"amphora-{colour}": 1 for colour in ("blue", "brown", "green")}
FOUR_MOSAICS = {"mosaic-red": 4}
MIXED_MOSAIC = {"mosaic-red": 3, "mosaic-green": 1}
FAMILY = {
    "skeleton-large-upper": 2,
    "skeleton-large-lower": 2,
    "skeleton-small-upper": 1,
    "skeleton-small-lower": 1,
}


def _outcome(*held: Mapping[str, int], closed_by: int = 0, retired: tuple[int, ...] = ()) -> Outcome:
    state = table(len(held), seat=closed_by, phase="closed", entrance=16, held=held, site={}, retired=retired)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_most_points_win() -> None:
    """AMP-WINNER."""
    outcome = _outcome(THREE_AMPHORAS, FOUR_MOSAICS, {})
    assert [score.total for score in outcome.scores] == [1, 4, 0]
    assert (outcome.winners, outcome.decided_by) == ((1,), "AMP-WINNER")


def test_a_tie_goes_to_the_most_points_from_one_area() -> None:
    """AMP-TIE-AREA."""
    two_areas = {**FOUR_MOSAICS, **{f"amphora-{colour}": 1 for colour in ("blue", "brown", "green", "red")}}
    outcome = _outcome(two_areas, SIX_AMPHORAS, {}, closed_by=0)
    assert [score.total for score in outcome.scores] == [6, 6, 0]
    assert (outcome.winners, outcome.decided_by) == ((1,), "AMP-TIE-AREA")


def test_both_kinds_of_statue_count_as_one_area_in_a_tie() -> None:
    """AMP-TIE-AREA."""
    twelve = {**SIX_AMPHORAS, **FAMILY}
    outcome = _outcome(twelve, {"caryatid": 1, "sphinx": 1}, {}, closed_by=0)
    assert [score.total for score in outcome.scores] == [12, 12, 0]
    assert (outcome.winners, outcome.decided_by) == ((1,), "AMP-TIE-AREA")


def test_a_tie_in_all_goes_to_the_seat_that_played_last() -> None:
    """AMP-TIE-LAST. Who drew the last landslide played last; before, the seat to the right."""
    winners = [_outcome({}, FAMILY, SIX_AMPHORAS, closed_by=seat).winners for seat in range(3)]
    assert winners == [(2,), (1,), (2,)]
    assert _outcome({}, FAMILY, SIX_AMPHORAS).decided_by == "AMP-TIE-LAST"


def test_the_second_tie_break_is_among_those_the_first_one_left() -> None:
    """AMP-TIE-LAST."""
    two_areas = {**FOUR_MOSAICS, **{f"amphora-{colour}": 1 for colour in ("blue", "brown", "green", "red")}}
    outcome = _outcome(two_areas, SIX_AMPHORAS, FAMILY, closed_by=0)
    assert (outcome.winners, outcome.decided_by) == ((2,), "AMP-TIE-LAST")


def test_nobody_wins_before_the_site_is_closed() -> None:
    assert GAME.outcome(table()) is None


def test_a_seat_that_resigned_cannot_win_and_is_not_scored() -> None:
    """AMP-RESIGN."""
    outcome = _outcome({**SIX_AMPHORAS, **FAMILY}, MIXED_MOSAIC, {}, retired=(0,))
    assert outcome.winners == (1,)
    assert [(line.rule, line.points) for line in outcome.scores[0].lines] == [("AMP-RESIGN", 0)]
