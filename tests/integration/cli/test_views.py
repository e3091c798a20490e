"""Standings, statistics and the operator's commands, as a user types them."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.integration.cli.terminal import ROOT, ServeCommand, User


@pytest.fixture(scope="module")
def watcher(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> User:
    """Somebody who comes after six matches, and operates the server."""
    user = User(tmp_path_factory.mktemp("views"), server.address)
    user.environment["CLIO_DATA"] = str(server.data)
    for game, seats in (("akros", "2"), ("amphipolis", "3")):
        user.says("selfplay", game, "--matches", "3", "--seats", seats)
    return user


def test_a_leaderboard_has_a_row_for_every_player(watcher: User) -> None:
    rows = watcher.json("standings", "amphipolis")["standings"]
    assert {row["player"] for row in rows} == {"random 0", "random 1", "random 2"}
    assert {row["played"] for row in rows} == {3}
    assert sum(row["won"] for row in rows) == 3
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert len(watcher.json("standings", "amphipolis", "--limit", "2")["standings"]) == 2
    told = watcher.says("standings", "akros")
    assert "RANK  PLAYER" in told
    assert "jinn" in told
    assert {row["player"] for row in watcher.json("standings", "akros", "--side", "jinn")["standings"]} == {"random 0"}
    assert {row["played"] for row in watcher.json("standings")["standings"]} == {3, 6}


def test_a_player_has_a_history_and_a_curve(watcher: User, tmp_path: Path) -> None:
    found = watcher.json("player", "random 0")
    assert [row["game"] for row in found["standings"]] == ["", "akros", "akros", "amphipolis"]
    assert len(found["matches"]) == 6
    assert found["matches"][0]["after"] == found["standings"][0]["rating"]
    assert "over 6 matches" in watcher.says("player", "random 0")
    file = tmp_path / "curve.svg"
    watcher.says("player", "random 0", "--svg", str(file))
    assert ET.parse(file).getroot().tag.endswith("svg")  # noqa: S314 (our own file)
    assert watcher.run("player", "nobody").returncode == 3


def test_statistics_are_drawn_in_the_terminal_and_as_svg(watcher: User, tmp_path: Path) -> None:
    told = watcher.says("stats", "amphipolis")
    for heading in ("Length in moves", "Duration", "branching factor", "Points per player", "Won by seat", "character"):
        assert heading in told
    assert "█" in told
    assert "Won by side" in watcher.says("stats", "akros")
    file = tmp_path / "stats.svg"
    watcher.says("stats", "amphipolis", "--svg", str(file))
    bars = ET.parse(file).getroot().findall("{*}rect[@class='bar']")  # noqa: S314 (our own file)
    assert len(bars) > 20
    assert watcher.run("stats", "amphipolis", "--svg", "-").stdout == file.read_text()
    assert watcher.json("stats", "amphipolis", "--seats", "2")["statistics"]["finished"] == 0


def test_scores_tell_what_gave_them_and_what_decided(watcher: User) -> None:
    match = watcher.json("list", "--game", "akros", "--limit", "1")["matches"][0]["match_id"]
    told = watcher.says("scores", match)
    assert "AKS-MERIT" in told
    assert "Won by random" in told
    assert watcher.json("scores", match, "--at", "30")["match"]["seq"] == 30


def test_lists_are_filtered(watcher: User) -> None:
    won = watcher.json("list", "--winner", "random 1", "--result", "won", "--since", "2026-01-01")["matches"]
    assert all(1 in match["outcome"]["winners"] for match in won)
    assert watcher.json("list", "--option", "board=full-hexagon")["matches"] == []
    assert watcher.run("list", "--option", "nonsense").returncode == 2


def test_an_operator_rebuilds_compares_switches_and_drops(watcher: User) -> None:
    listed = watcher.json("admin", "projections", "list")["projections"]
    assert [each["projection"] for each in listed] == ["deadlines", "matches", "standings", "statistics"]
    held = watcher.json("admin", "projections", "rebuild", "standings", "--hold")["projection"]
    assert [each["status"] for each in held["generations"]] == ["following", "ready"]
    found = watcher.json("admin", "projections", "diff", "standings")
    assert found["comparison"]["old_digest"] == found["comparison"]["new_digest"]
    assert found["differences"] == []
    assert "equal at position" in watcher.says("admin", "projections", "diff", "standings")
    switched = watcher.json("admin", "projections", "switch", "standings")["projection"]
    assert [each["generation"] for each in switched["generations"]] == [2, 1]
    dropped = watcher.says("admin", "projections", "drop", "standings")
    assert "retired" not in dropped
    rebuilt = watcher.run("admin", "projections", "rebuild", "matches")
    assert " per second, " in rebuilt.stdout + rebuilt.stderr


def test_the_operators_commands_run_as_the_page_shows_them(watcher: User) -> None:
    page = (ROOT / "docs" / "projections.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    commands = [shlex.split(line.partition("  #")[0]) for line in block.splitlines()]
    assert {words[3] for words in commands} == {"list", "rebuild", "diff", "switch", "drop"}
    for program, *words in commands:
        assert program == "clio"
        watcher.says(*words)


def test_an_operator_without_the_token_is_refused(watcher: User, tmp_path: Path) -> None:
    for env in ({"CLIO_DATA": str(tmp_path)}, {"CLIO_ADMIN_TOKEN": "wrong"}):
        assert watcher.run("admin", "projections", "list", env=env).returncode == 4
