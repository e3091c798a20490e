import pytest

from clio.games.amphipolis.game import GAME
from clio.kernel.game import EVERYTHING, SPECTATOR
from tests.unit.amphipolis.table import table


@pytest.mark.parametrize("viewpoint", [1, SPECTATOR, EVERYTHING])
def test_everybody_sees_the_whole_table(viewpoint: int) -> None:
    """AMP-OPEN."""
    state = table(3, held=[{"sphinx": 2}, {"amphora-red": 1}])
    assert GAME.view(state, viewpoint) == GAME.view(state, 0)
    assert GAME.format_position(state, viewpoint) == GAME.format_position(state, 0)


def test_the_view_shows_areas_entrance_teams_and_the_step_of_the_turn() -> None:
    """AMP-OPEN."""
    state = table(
        seat=1,
        phase="character",
        chosen="statues",
        site={"sphinx": 2, "mosaic-red": 1},
        entrance=5,
        held=[{}, {"sphinx": 1}],
        used=("digger",),
    )
    view = GAME.view(state, 0)
    assert [(area.area, area.tiles) for area in view.areas] == [
        ("mosaics", {"mosaic-red": 1}),
        ("statues", {"sphinx": 2}),
        ("amphoras", {}),
        ("skeletons", {}),
    ]
    assert (view.entrance_covered, view.entrance_free) == (5, 11)
    assert (view.turn, view.seat, view.phase, view.chosen_area) == (1, 1, "character", "statues")
    assert view.seats[1].tiles == {"sphinx": 1}
    assert view.seats[1].characters == ("assistant", "archaeologist", "professor")
    assert (view.seats[1].score, sum(line.points for line in view.seats[1].lines)) == (6, 6)
    assert view.robber is None


def test_the_view_counts_what_the_bag_still_holds() -> None:
    """AMP-OPEN."""
    view = GAME.view(table(3, site={"sphinx": 2}, held=[{"sphinx": 3}], entrance=4), 0)
    assert view.bag["sphinx"] == 12 - 5
    assert view.bag["landslide"] == 24 - 3 - 4
    assert view.bag["mosaic-red"] == 9
    assert view.bag_left == 135 - 3 - 4 - 5


def test_alone_the_view_shows_what_the_robber_holds() -> None:
    """AMP-SOLO-ROBBER."""
    view = GAME.view(table(1, robber={"mosaic-red": 4}, entrance=9), 0)
    assert view.robber is not None
    assert (view.robber.tiles, view.robber.score) == ({"mosaic-red": 4}, 4)
    assert [line.points for line in view.robber.lines] == [4, 0, 0, 0, 0]
    assert [line.points for line in view.seats[0].lines] == [0, 0, 0, 0, 0]
    assert view.bag["mosaic-red"] == 9 - 4 - 4
