"""The layout of the playing screen: nothing overlaps, larger terminals show more, smaller ones say what is missing."""

from itertools import pairwise

import pytest

from clio.cli.play.layout import SMALLEST_BOARD, PlayLayout
from clio.cli.play.points import point_details, points_table
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import RenderOptions
from clio.cli.render.scrolling import windowed
from clio.v1.game_pb2 import Rule
from clio.v1.outcome_pb2 import ScoreLine, SeatScore

GAMES = ("akros", "akrotiri", "amphipolis", "kalah")
SIZES = [(40, 12), (60, 18), (80, 24), (100, 30), (109, 60), (120, 40), (159, 60), (200, 60), (250, 80)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_panels_fill_the_terminal_and_no_more(game: str, size: tuple[int, int]) -> None:
    layout = PlayLayout.on(size, game)
    assert layout.board[0] + layout.side + layout.more <= size[0]
    assert layout.board[1] <= size[1] - 2
    assert layout.side >= 20
    if layout.is_wide:
        assert layout.board[0] + layout.side + layout.more == size[0]


@pytest.mark.parametrize("game", GAMES)
def test_eighty_columns_show_a_whole_board(game: str) -> None:
    layout = PlayLayout.on((80, 24), game)
    assert layout.board == SMALLEST_BOARD
    assert not layout.is_wide


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_terminal_shows_more_panels(game: str) -> None:
    small, wide, large = (PlayLayout.on(size, game) for size in ((80, 24), (120, 40), (200, 60)))
    assert (small.is_wide, wide.is_wide, large.is_wide) == (False, True, True)
    assert (small.more, wide.more) == (0, 0)
    assert large.more >= 40
    for one, other in pairwise((small, wide, large)):
        assert other.board >= one.board


def test_a_board_is_never_drawn_smaller_than_it_can_be() -> None:
    options = PlayLayout.on((40, 12), "akros").apply(RenderOptions(unicode=True, colour=False))
    assert (options.columns, options.rows) == SMALLEST_BOARD


def test_a_panel_shows_a_part_of_a_board_and_says_what_is_missing() -> None:
    canvas = Canvas()
    for y in range(10):
        canvas.put(0, y, f"{y}" * 30)
    whole, missing = windowed(canvas, (30, 10), (5, 5))
    assert whole is canvas
    assert missing == ""
    part, missing = windowed(canvas, (20, 4), (0, 0))
    assert (part.width, part.height) == (20, 4)
    assert missing == "on the right, below"
    part, missing = windowed(canvas, (20, 4), (99, 99))
    assert part.lines()[-1] == "9" * 20
    assert missing == "on the left, above"
    assert windowed(canvas, (20, 4), (-9, 1))[1] == "on the right, above, below"


def test_points_are_shown_by_rule_with_the_names_of_the_rules() -> None:
    scores = [
        SeatScore(seat=0, total=5, lines=[ScoreLine(rule="X-ONE", points=5), ScoreLine(rule="X-TWO", points=0)]),
        SeatScore(seat=1, total=-2, lines=[ScoreLine(rule="X-TWO", points=-2, detail="for nothing")]),
    ]
    rules = {"X-ONE": Rule(rule="X-ONE", title="Temples")}
    names = {0: "Ada", 1: "a very long name"}
    table = points_table(scores, names, rules, 40)
    assert table[0].split() == ["Ada", "a", "very", "lon"]
    assert [row.split() for row in table[1:]] == [["Temples", "5", "0"], ["X-TWO", "0", "-2"], ["total", "5", "-2"]]
    assert len({len(row) for row in table}) == 1
    assert list(point_details(scores, names)) == [("a very lon -2", "for nothing")]
    assert points_table([], names, rules, 40) == []
