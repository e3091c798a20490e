"""The clocks of a match at their limits, and the classes of time controls."""

import pytest

from clio.kernel.match.turn_clock import TurnClock, turn_clock
from clio.kernel.moment import MILLISECOND
from clio.kernel.time_control import TimeControl, parse_time_control

FISCHER = TimeControl("fischer", 60_000, 5_000)
AT = 10**12


def ms(milliseconds: int) -> int:
    return AT + milliseconds * MILLISECOND


def running(control: TimeControl | None = FISCHER) -> TurnClock:
    return turn_clock(control, 2).turned([1], AT)


def test_a_seat_has_nothing_left_when_its_time_is_over_and_never_less() -> None:
    clock = running()
    assert [clock.left(1, ms(used)) for used in (0, 1, 59_999, 60_000, 70_000)] == [60_000, 59_999, 1, 0, 0]
    assert [clock.is_out(1, ms(used)) for used in (59_999, 60_000)] == [False, True]
    assert clock.left(0, ms(70_000)) == 60_000
    assert not clock.is_out(0, ms(70_000))


def test_time_before_the_turn_is_not_used() -> None:
    """The clock of a server may be set back."""
    assert running().left(1, AT - 5 * MILLISECOND) == 60_000


def test_a_turn_that_ends_late_leaves_only_the_increment() -> None:
    assert running().turned([0], ms(70_000)).remaining == (60_000, 5_000)
    assert running().turned([0], ms(1_500)).remaining == (60_000, 63_500)


def test_without_a_control_only_silence_is_measured() -> None:
    clock = running(None)
    assert clock.first_out() is None
    assert clock.turned([0], ms(9)).remaining == (0, 0)
    assert not clock.is_out(1, ms(10**6))
    assert clock.silence(1, ms(9)) == 9 * MILLISECOND
    assert clock.silence(0, ms(9)) == 0
    acted = clock.acted(1, ms(9), 7)
    assert (acted.remaining, acted.since, acted.silence(1, ms(12))) == (clock.remaining, clock.since, 3 * MILLISECOND)


def test_what_a_move_says_is_left_counts_from_that_moment() -> None:
    clock = running().acted(1, ms(2_000), 57_900)
    assert (clock.left(1, ms(2_000)), clock.left(1, ms(3_000))) == (57_900, 56_900)
    silent = running().acted(1, ms(2_000))
    assert silent.left(1, ms(2_000)) == 58_000
    assert silent.silence(1, ms(2_000)) == 0
    assert (silent.quiet, clock.quiet) == ((0, ms(2_000)),) * 2
    assert (clock.remaining, clock.since) == ((60_000, 57_900), (0, ms(2_000)))


def test_a_pause_stops_time_and_silence_and_the_next_deadline() -> None:
    clock = running().stopped(ms(10_000))
    assert clock.left(1, ms(99_000)) == 50_000
    assert clock.silence(1, ms(99_000)) == 0
    assert clock.first_out() is None
    assert clock.credited(5).remaining == clock.remaining
    resumed = clock.resumed(ms(100_000))
    assert resumed.first_out() == (ms(150_000), 1)
    assert resumed.silence(1, ms(100_003)) == 3 * MILLISECOND
    assert resumed.credited(5).remaining == (60_000, 50_005)


def test_of_equal_deadlines_that_of_the_lower_seat_comes_first() -> None:
    assert turn_clock(FISCHER, 3).turned([2, 1], AT).first_out() == (ms(60_000), 1)


def test_every_turn_of_a_move_clock_has_the_whole_allowance() -> None:
    control = TimeControl("move", 30_000)
    clock = turn_clock(control, 2).turned([1], AT).turned([0], ms(20_000)).turned([1], ms(40_000))
    assert clock.left(1, ms(40_000)) == 30_000
    assert clock.turned([1], ms(50_000)) is clock


@pytest.mark.parametrize(
    ("text", "time_class", "is_live"),
    [
        ("fischer/599+0", "blitz", True),
        ("fischer/600+0", "rapid", True),
        ("fischer/559+1", "blitz", True),
        ("fischer/560+1", "rapid", True),
        ("move/20", "blitz", True),
        ("move/21", "rapid", True),
        ("days/1", "days", False),
    ],
)
def test_a_control_is_classed_by_the_time_of_forty_turns(text: str, time_class: str, *, is_live: bool) -> None:
    control = parse_time_control(text)
    assert control is not None
    assert (control.time_class, control.is_live) == (time_class, is_live)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("fischer/86400+3600", TimeControl("fischer", 86_400_000, 3_600_000)),
        ("fischer/1+0", TimeControl("fischer", 1_000, 0)),
        ("move/86400", TimeControl("move", 86_400_000)),
        ("days/60", TimeControl("days", 60 * 86_400_000)),
        ("fischer/86401+0", None),
        ("fischer/1+3601", None),
        ("move/86401", None),
        ("days/61", None),
    ],
)
def test_the_longest_controls(text: str, control: TimeControl | None) -> None:
    assert parse_time_control(text) == control
