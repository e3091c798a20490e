from msgspec.structs import replace

from clio.games.akros.game import GAME
from clio.games.akros.score_details import DETAILS
from clio.games.akros.scoring import Dominion, dominions
from clio.games.akros.state import State
from clio.kernel.outcome import Outcome, detail_text
from tests.unit.akros.table import IFRIT, JINN, START, stacks


def _ended(jinn: tuple[int, ...], ifrit: tuple[int, ...], heights: dict[int, int]) -> State:
    return replace(START, turn=9, jinn=jinn, ifrit=ifrit, stacks=stacks(heights))


def _outcome(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_a_servant_counts_one_and_every_tile_beneath_it_and_the_higher_sum_claims_the_merit() -> None:
    """AKS-MERIT"""
    state = _ended((2, 4, 8, 9), (0, 3, 5, 7), {2: 1, 4: 2, 0: 3, 3: 1, 16: 7})
    assert dominions(state) == (
        Dominion(environment="forest", jinn=5, ifrit=1, merit="jinn"),
        Dominion(environment="mountain", jinn=2, ifrit=4, merit="ifrit"),
        Dominion(environment="sea", jinn=0, ifrit=3, merit="ifrit"),
    )


def test_the_side_with_more_merits_wins() -> None:
    """AKS-WIN"""
    outcome = _outcome(_ended((2, 4, 8, 9), (0, 3, 5, 7), {}))
    assert [score.total for score in outcome.scores] == [2, 1]
    assert (outcome.winners, outcome.decided_by) == ((JINN,), "AKS-WIN")


def test_ifrit_wins_with_equally_many_merits() -> None:
    """AKS-TIE"""
    one_each = _outcome(_ended((2, 4, 8, 9), (0, 1, 3, 7), {9: 0}))
    assert [score.total for score in one_each.scores] == [1, 1]
    assert (one_each.winners, one_each.decided_by) == ((IFRIT,), "AKS-TIE")
    none = _outcome(_ended((2, 3, 8, 9), (0, 1, 5, 7), {}))
    assert [score.total for score in none.scores] == [0, 0]
    assert (none.winners, none.decided_by) == ((IFRIT,), "AKS-TIE")


def test_more_merits_win_for_ifrit_as_well_and_name_the_seat_that_plays_it() -> None:
    outcome = _outcome(replace(_ended((2, 4, 8, 9), (0, 1, 3, 17), {17: 3}), jinn_seat=1))
    assert (outcome.winners, outcome.decided_by) == ((0,), "AKS-WIN")
    assert [(score.seat, score.total) for score in outcome.scores] == [(0, 2), (1, 1)]


def test_a_score_explains_itself_environment_by_environment() -> None:
    lines = _outcome(_ended((2, 4, 8, 9), (0, 1, 3, 17), {2: 1, 17: 3})).scores[JINN].lines
    assert [(line.rule, line.points, detail_text(DETAILS, line)) for line in lines] == [
        ("AKS-MERIT", 1, "forest: (1+1)+(1+0) = 3 against 0, Jinn claims it"),
        ("AKS-MERIT", 0, "mountain: (1+0)+(1+0) = 2 against 6, Ifrit claims it"),
        ("AKS-MERIT", 0, "sea: no servant, 0 against 1, Ifrit claims it"),
    ]


def test_there_is_no_outcome_before_the_last_tile_is_placed() -> None:
    ended = _ended((2, 4, 8, 9), (0, 1, 3, 17), {})
    assert GAME.outcome(replace(ended, jinn_tile="sea")) is None
    assert GAME.outcome(replace(ended, turn=8)) is None
