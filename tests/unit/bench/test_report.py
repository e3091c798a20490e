import pytest

from bench import remarks as remarks_module
from bench.machine import Surroundings
from bench.plots import plots
from bench.report import report, targets_table
from bench.results import Results, Taken
from bench.row import Row, missing
from bench.targets import TARGETS, Target

HERE = Surroundings(machine="a machine", versions="Python", commit="abc", effort="full", cores="not pinned")


def _results(*rows: Row) -> Results:
    return {"calls": Taken(at="now", seconds=1.0, surroundings=HERE, rows=list(rows))}


def _play(ratio: float | None) -> Row:
    return Row(name="a move", figure=100.0, unit="calls/s", baseline="echo", ratio=ratio, target="play")


@pytest.mark.parametrize(("ratio", "told"), [(0.61, "| yes |"), (0.59, "| **no** |"), (None, "| not measured |")])
def test_a_row_is_held_against_its_target(ratio: float | None, told: str) -> None:
    (line,) = [line for line in targets_table(_results(_play(ratio))) if "a move" in line]
    assert line.endswith(told)


def test_a_target_at_most_is_met_from_below() -> None:
    target = Target("x", "", 1.0, "at most", "figure", "ms")
    met = [target.met(Row(name="", figure=figure, unit="ms")) for figure in (0.9, 1.0, 1.1, None)]
    assert met == [True, True, False, None]


def test_a_target_that_nobody_measured_says_how_to_measure_it() -> None:
    lines = targets_table({})
    assert len(lines) == 2 + len(TARGETS)
    assert [line for line in lines if "`make growth`" in line] == [line for line in lines if "1,000,000" in line]


def test_a_remark_stands_in_the_report_while_its_target_is_not_met() -> None:
    said = {"play": "The interceptor costs most."}
    assert said["play"] in report(_results(_play(0.5)), said, {})
    assert said["play"] not in report(_results(_play(0.7)), said, {})
    assert "No remark yet." in report(_results(_play(0.5)), {}, {})


def test_a_peer_that_is_missing_says_why() -> None:
    row = missing("PlayStream", "moves/s", "not installed", target="stream-trivial")
    assert "not measured: not installed" in "\n".join(targets_table(_results(row)))


def test_remarks_are_on_targets_that_exist() -> None:
    assert remarks_module.remarks().keys() <= {target.key for target in TARGETS}


def test_the_points_of_a_line_are_drawn_in_order_and_higher_is_up() -> None:
    rows = [Row(name="", figure=y, unit="ms", plot="peers", series="ours", x=x) for x, y in ((64, 400), (1, 100))]
    drawing = plots(rows)["peers"]
    points = drawing.split('points="', 1)[1].split('"', 1)[0].split()
    (left, low), (right, high) = (map(float, point.split(",")) for point in points)
    assert left < right
    assert high < low
    assert "ours" in drawing


def test_a_row_without_a_figure_is_not_drawn() -> None:
    assert plots([Row(name="", figure=None, unit="ms", plot="peers", series="ours", x=1.0)]) == {}
