import re
import sys

import pexpect  # type: ignore[import-untyped]  # ships no types
import pytest

from tests.integration.cli.terminal import ServeCommand, User

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TOLD = (
    "games",
    "list",
    "rules akrotiri",
    "standings",
    "standings akros",
    "player greedy_0",
    "scores MATCH",
    "stats akrotiri",
    "audit MATCH",
    "replay MATCH --line",
    "admin status",
    "admin projections list",
    "arena akros greedy random --matches 1",
)


def _seen(user: User, *arguments: str, columns: int = 120, **environment: str) -> str:
    """What a person sees on a terminal."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "clio.cli.main", *arguments],
        cwd=str(user.home),
        env={**user.environment, "TERM": "xterm-256color", "PAGER": "cat", **environment},
        dimensions=(40, columns),
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


@pytest.mark.slow
@pytest.mark.parametrize("language", ["C.UTF-8", "es_ES.UTF-8"])
def test_what_is_told_fits_eighty_columns(language: str, user: User, server: ServeCommand) -> None:
    match = user.json("selfplay", "akrotiri", "--bot", "greedy", "--seed", "1")["match"]["match_id"]
    user.says("selfplay", "akros", "--bot", "greedy", "--seed", "1")
    meant = {"MATCH": match, "greedy_0": "greedy 0"}
    for line in TOLD:
        words = [meant.get(word, word) for word in line.split()]
        seen = ESCAPES.sub("", _seen(user, *words, columns=80, LANG=language, CLIO_DATA=str(server.data)))
        assert seen.strip(), line
        assert [one for one in seen.splitlines() if len(one.rstrip()) > 80] == [], line
