"""Time controls: each kind at its limits and beyond them, and the class that each has."""

import pytest

from clio.kernel.time_control import TimeControl, parse_time_control, refusal_of_clock


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("fischer/1+0", TimeControl("fischer", 1_000, 0)),
        ("fischer/300+5", TimeControl("fischer", 300_000, 5_000)),
        ("fischer/86400+3600", TimeControl("fischer", 86_400_000, 3_600_000)),
        ("move/1", TimeControl("move", 1_000)),
        ("move/86400", TimeControl("move", 86_400_000)),
        ("days/1", TimeControl("days", 86_400_000)),
        ("days/60", TimeControl("days", 5_184_000_000)),
    ],
)
def test_a_control_says_its_time_in_milliseconds(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fischer/0+0",
        "fischer/60",
        "fischer/86401+0",
        "fischer/60+3601",
        "fischer/60+05",
        "fischer/060+5",
        "fischer/100000+0",
        "move/0",
        "move/86401",
        "move/60+5",
        "days/0",
        "days/61",
        "days/100",
        "Move/60",
        "move/60 ",
    ],
)
def test_what_is_beyond_the_limits_or_written_otherwise_is_no_control(text: str) -> None:
    assert parse_time_control(text) is None


@pytest.mark.parametrize(
    ("text", "time_class", "is_live"),
    [
        ("fischer/599+0", "blitz", True),
        ("fischer/600+0", "rapid", True),
        ("fischer/399+5", "blitz", True),
        ("fischer/400+5", "rapid", True),
        ("fischer/559+1", "blitz", True),
        ("fischer/560+1", "rapid", True),
        ("move/20", "blitz", True),
        ("move/21", "rapid", True),
        ("days/1", "days", False),
    ],
)
def test_the_class_follows_from_the_time_of_forty_turns(text: str, time_class: str, *, is_live: bool) -> None:
    control = parse_time_control(text)
    assert control is not None
    assert (control.time_class, control.is_live) == (time_class, is_live)


def test_a_bank_without_increment_has_none() -> None:
    assert TimeControl("move", 1_000).increment == 0


@pytest.mark.parametrize(("length", "quoted"), [(39, 39), (40, 40), (41, 40)])
def test_a_refusal_quotes_at_most_forty_characters(length: int, quoted: int) -> None:
    refusal = refusal_of_clock("x" * length)
    assert (refusal.rule, refusal.params) == ("CLIO-CLOCK", {"clock": "x" * quoted})
