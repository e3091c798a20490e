import sys

import pexpect  # type: ignore[import-untyped]  # ships no types

from tests.integration.cli.terminal import User


def _seen(user: User, *arguments: str, **environment: str) -> str:
    """What a person sees on a terminal of 120 columns."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "clients.cli.main", *arguments],
        cwd=str(user.home),
        env={**user.environment, "TERM": "xterm-256color", **environment},
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=30,
    )
    text = str(child.read())
    child.close()
    assert child.exitstatus == 0, text
    return text


def test_a_board_on_a_terminal_is_drawn_and_in_a_pipe_it_is_plain(user: User) -> None:
    match = user.json("open", "amphipolis", "--seats", "1")["match"]["match_id"]
    user.says("join", match, "--name", "[red]Ada")
    drawn = _seen(user, "show", match)
    assert "─" in drawn
    assert "[red]Ada (seat 0)" in drawn
    assert "[red]Ada" in _seen(user, "list", "--limit", "1")
    assert "─" not in user.says("show", match)
    assert "\x1b" not in user.says("show", match)


def test_no_colour_is_used_where_none_is_wanted(user: User) -> None:
    assert "\x1b[3" not in _seen(user, "games", NO_COLOR="1")


def test_selfplay_on_a_terminal_shows_its_progress(user: User) -> None:
    seen = _seen(user, "selfplay", "amphipolis", "--matches", "2", "--seats", "1")
    assert "2/2" in seen
    assert "2 matches, " in seen
