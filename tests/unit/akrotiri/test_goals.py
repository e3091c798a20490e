from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.geometry.portage import portages_from_thera
from clio.games.akrotiri.scoring import score_of
from clio.games.akrotiri.state import Player, State, Temple
from clio.kernel.outcome import ScoreLine
from tests.unit.akrotiri.table import CHAIN, Lay, player, table


def _temples(*places: tuple[int, int, str]) -> tuple[Temple, ...]:
    return tuple(Temple(0, f"easy-{number}", x, y, corner) for number, (x, y, corner) in enumerate(places, 1))  # type: ignore[arg-type]


def _points(goal: str, lay: Iterable[Lay], temples: tuple[Temple, ...]) -> int:
    state = table(*lay, me=player(secret_goals=(goal,)), temples=temples)
    (line,) = (line for line in score_of(state, 0).lines if line.rule == f"AKT-GOAL-{goal.upper()}")
    return line.points


IN_REACH = (1, 0, "nw")
ONE_AWAY = (2, 0, "nw")
ANOTHER_ONE_AWAY = (3, 0, "se")
TWO_AWAY = (4, 0, "nw")
ALONG_THE_CHAIN = _temples(IN_REACH, ONE_AWAY, ANOTHER_ONE_AWAY, TWO_AWAY)


def test_temples_one_portage_away_score_three() -> None:
    """AKT-GOAL-ONE-PORTAGE."""
    assert _points("one-portage", CHAIN, ALONG_THE_CHAIN) == 6
    assert _points("one-portage", CHAIN, _temples(IN_REACH, TWO_AWAY)) == 0


def test_temples_two_or_more_portages_away_score_six() -> None:
    """AKT-GOAL-FAR-PORTAGE."""
    assert _points("far-portage", CHAIN, ALONG_THE_CHAIN) == 6
    assert _points("far-portage", CHAIN, _temples(IN_REACH, ONE_AWAY)) == 0


@pytest.mark.parametrize(
    ("place", "portages", "one", "far"), [(IN_REACH, 0, 0, 0), (ONE_AWAY, 1, 3, 0), (TWO_AWAY, 2, 0, 6)]
)
def test_two_portages_are_far_and_one_is_not(place: tuple[int, int, str], portages: int, one: int, far: int) -> None:
    """AKT-GOAL-ONE-PORTAGE, AKT-GOAL-FAR-PORTAGE: the distances are exact, so the limit between them is."""
    temples = _temples(place)
    sea = table(*CHAIN).archipelago
    assert portages_from_thera(sea)[sea.island_at(place[:2], temples[0].corner)] == portages
    assert (_points("one-portage", CHAIN, temples), _points("far-portage", CHAIN, temples)) == (one, far)


def test_a_temple_that_routes_alone_reach_scores_for_neither_distance() -> None:
    """AKT-PORTAGES."""
    lay: tuple[Lay, ...] = (*CHAIN, ("x2-lake", (1, 1)), ("x2-tree", (2, 1)), ("x2-volcano", (0, 1)))
    assert _points("one-portage", lay, _temples(ONE_AWAY)) == 0
    assert _points("far-portage", lay, _temples(TWO_AWAY)) == 0


def test_temples_on_islands_without_icons_score_four() -> None:
    """AKT-GOAL-NO-ICONS."""
    assert _points("no-icons", CHAIN, _temples(IN_REACH, (2, 0, "se"), (4, 0, "se"))) == 8


@pytest.mark.parametrize("terrain", ["volcano", "lake", "tree", "mountain"])
def test_temples_on_islands_with_a_terrain_score_two(terrain: str) -> None:
    """AKT-GOAL-VOLCANO-ISLANDS, AKT-GOAL-LAKE-ISLANDS, AKT-GOAL-TREE-ISLANDS, AKT-GOAL-MOUNTAIN-ISLANDS."""
    lay: tuple[Lay, ...] = ((f"x1-{terrain}", (1, 0)), (f"x2-{terrain}", (2, 0)))
    assert _points(f"{terrain}-islands", lay, _temples((1, 0, "nw"), (2, 0, "nw"), (1, 0, "se"))) == 4
    other = "lake" if terrain != "lake" else "tree"
    assert _points(f"{other}-islands", lay, _temples((1, 0, "nw"))) == 0


def test_temples_on_islands_with_three_terrains_score_three() -> None:
    """AKT-GOAL-THREE-TERRAINS."""
    two: tuple[Lay, ...] = (("x1-lake", (1, 0), "r180"), ("x1-tree", (1, 1), "r90"))
    three: tuple[Lay, ...] = (*two, ("x1-volcano", (2, 0), "r270"))
    assert _points("three-terrains", two, _temples((1, 0, "se"))) == 0
    assert _points("three-terrains", three, _temples((1, 0, "se"), (1, 0, "nw"))) == 3
    same: tuple[Lay, ...] = (*two, ("x2-tree", (2, 0), "r270"))
    assert _points("three-terrains", same, _temples((1, 0, "se"))) == 0


def test_temples_not_one_move_apart_score_three() -> None:
    """AKT-GOAL-APART."""
    assert _points("apart", CHAIN, _temples(IN_REACH, TWO_AWAY)) == 6
    assert _points("apart", CHAIN, _temples(IN_REACH, ONE_AWAY, TWO_AWAY)) == 3
    assert _points("apart", CHAIN, _temples(IN_REACH)) == 3


def test_the_other_players_temples_do_not_connect() -> None:
    """AKT-GOAL-APART."""
    rival = replace(_temples(ONE_AWAY)[0], seat=1)
    assert _points("apart", CHAIN, (*_temples(IN_REACH), rival)) == 3


def test_a_way_across_thera_does_not_connect() -> None:
    """AKT-GOAL-APART."""
    lay: tuple[Lay, ...] = (("x1-lake", (1, 0)), ("x1-tree", (-2, -1)))
    assert _points("apart", lay, _temples((1, 0, "nw"), (-2, -1, "nw"))) == 6
    assert _points("apart", lay, _temples((1, 0, "nw"), (1, 0, "se"))) == 0


def test_two_temples_on_a_merged_island_are_connected() -> None:
    """AKT-GOAL-APART."""
    assert _points("apart", CHAIN, _temples((1, 0, "nw"), (1, 0, "se"))) == 0


def test_each_quarter_of_the_map_with_a_temple_scores_two() -> None:
    """AKT-GOAL-QUADRANTS."""
    lay: tuple[Lay, ...] = (
        ("x1-lake", (1, -1)),
        ("x1-tree", (-2, -1)),
        ("x1-volcano", (-1, 1)),
        ("x1-mountain", (0, 1)),
    )
    places = [(1, -1, "nw"), (-2, -1, "se"), (-1, 1, "nw"), (0, 1, "nw")]
    for count in range(5):
        assert _points("quadrants", lay, _temples(*places[:count])) == 2 * count
    assert _points("quadrants", lay, _temples((1, -1, "nw"), (1, -1, "se"))) == 2


def test_the_largest_completed_island_scores_its_tiles() -> None:
    """AKT-GOAL-LARGEST-COMPLETED, AKT-COMPLETED."""
    lay: tuple[Lay, ...] = (("x1-lake", (1, 0)), ("x1-tree", (1, -1)))
    assert _points("largest-completed", lay, _temples((1, 0, "nw"))) == 3
    assert _points("largest-completed", lay, _temples((1, 0, "se"))) == 0
    block: tuple[Lay, ...] = (*lay, ("x1-volcano", (2, 0)), ("x1-mountain", (2, -1)))
    assert _points("largest-completed", block, _temples((1, 0, "nw"), (1, 0, "ne"))) == 4


def test_temples_on_uncompleted_islands_score_two() -> None:
    """AKT-GOAL-UNCOMPLETED, AKT-COMPLETED."""
    lay: tuple[Lay, ...] = (("x1-lake", (1, 0)), ("x1-tree", (1, -1)))
    assert _points("uncompleted", lay, _temples((1, 0, "nw"), (1, 0, "se"), (1, 0, "sw"))) == 4


def _over(me: Player | None = None, other: Player | None = None, temples: tuple[Temple, ...] = ()) -> State:
    return table(*CHAIN, me=me, other=other, step="over", ending="last-temple", temples=temples)


def test_played_maps_score_their_points_and_maps_in_hand_nothing() -> None:
    """AKT-SCORE-MAPS."""
    temples = (Temple(0, "easy-3", 1, 0, "nw"), Temple(0, "hard-3", 2, 0, "nw"), Temple(1, "medium-3", 4, 0, "nw"))
    state = _over(temples=temples, me=player(maps=("hard-1",), secret_goals=()))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [score.total for score in outcome.scores] == [10, 5 + 2]
    assert outcome.scores[0].lines[1] == ScoreLine(
        "AKT-SCORE-MAPS", 7, "temple", {"card": "hard-3", "corner": "nw", "x": 2, "y": 0}
    )


def test_every_goal_card_scores_and_a_temple_counts_for_each() -> None:
    """AKT-SCORE-GOALS."""
    state = _over(temples=_temples(ONE_AWAY), me=player(secret_goals=("one-portage", "uncompleted")))
    lines = {line.rule: line.points for line in score_of(state, 0).lines}
    assert lines["AKT-GOAL-ONE-PORTAGE"] == 3
    assert lines["AKT-GOAL-UNCOMPLETED"] == 2


@pytest.mark.parametrize(("drachmas", "points"), [(0, 0), (9, 0), (10, 1), (29, 2)])
def test_ten_drachmas_score_a_point(drachmas: int, points: int) -> None:
    """AKT-SCORE-DRACHMAS."""
    assert score_of(_over(me=player(drachmas=drachmas)), 0).lines[-1].points == points


@pytest.mark.parametrize(("purses", "winner"), [((10, 9), 0), ((9, 10), 1), ((0, 20), 1), ((39, 40), 1), ((30, 29), 0)])
def test_most_points_win_at_either_seat(purses: tuple[int, int], winner: int) -> None:
    """AKT-WIN."""
    outcome = GAME.outcome(_over(me=player(drachmas=purses[0]), other=player(drachmas=purses[1])))
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((winner,), "AKT-WIN")


def test_points_count_before_drachmas() -> None:
    """AKT-WIN."""
    outcome = GAME.outcome(_over(temples=_temples(ONE_AWAY), other=player(drachmas=9)))
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((0,), "AKT-WIN")


@pytest.mark.parametrize(("purses", "winner"), [((3, 4), 1), ((4, 3), 0), ((1, 0), 0), ((18, 19), 1)])
def test_with_equal_points_more_drachmas_win(purses: tuple[int, int], winner: int) -> None:
    """AKT-TIE-DRACHMAS."""
    outcome = GAME.outcome(_over(me=player(drachmas=purses[0]), other=player(drachmas=purses[1])))
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((winner,), "AKT-TIE-DRACHMAS")


def test_with_equal_drachmas_too_both_win() -> None:
    """AKT-TIE-SHARED."""
    outcome = GAME.outcome(_over())
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((0, 1), "AKT-TIE-SHARED")


def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(table(*CHAIN)) is None
