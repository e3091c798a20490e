"""What is offered and shown without being asked for: matches to join, completion, long text."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import User


def test_play_without_a_game_lists_a_match_that_can_be_joined(user: User) -> None:
    match = str(user.json("open", "akros")["match"]["match_id"])
    assert f"play akros --join {match} --server " in user.says("play")
    assert match in [each["match"]["match_id"] for each in user.json("play")["join"]]
    user.says("join", match, "--name", "Ada")
    assert match not in [each["match"]["match_id"] for each in user.json("play")["join"]], "one's own already"


def test_a_match_is_open_until_the_time_that_was_given(user: User) -> None:
    day = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
    match = str(user.json("open", "akros", "--open-until", day)["match"]["match_id"])
    (first,) = [line for line in user.says("replay", match, "--json").splitlines() if '"seq":1,' in line]
    assert f"{day}T00:00:00" in first
    assert user.run("open", "akros", "--open-until", "2020-01-01").returncode == 1


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_tab_completes_the_matches_of_the_server(user: User, shell: str) -> None:
    match = str(user.json("open", "akros")["match"]["match_id"])
    asked = {
        "_CLIO_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": f"clio show {match[:3]}",
        "COMP_CWORD": "2" if shell == "bash" else match[:3],
    }
    assert match in user.run(env=asked).stdout


def test_long_text_goes_through_the_pager_on_a_terminal_only(user: User) -> None:
    more = {"PAGER": "sed s/^/paged:/", "CLIO_SERVER": user.environment["CLIO_SERVER"]}
    for size, paged in (((80, 10), True), ((80, 2000), False)):
        with Screen(user.home, size, ["rules", "amphipolis"], more, seed=None) as screen:
            while not screen.ended:
                screen.read()
            assert ("paged:" in screen.text) == paged, screen.text[:500]
    assert "paged:" not in user.run("rules", "amphipolis", env=more).stdout
