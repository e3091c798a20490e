import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.terminal import ROOT, ServeCommand, User, environment

EXAMPLES = ROOT / "clients" / "examples"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServeCommand]:
    with ServeCommand(tmp_path / "data") as running:
        yield running


def _run(folder: Path, example: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / example, *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_runs_as_its_first_lines_say(server: ServeCommand, tmp_path: Path) -> None:
    played = _run(tmp_path, "play_a_match.py", server.address)
    assert " and wins" in played
    _, match, seq, _ = played.splitlines()[-1].replace(",", "").split()
    watched = _run(tmp_path, "watch_a_match.py", match, server.address)
    assert f"over after event {seq}, " in watched
    assert "match.Finished" in watched
    verified = _run(tmp_path, "verify_a_record.py", match, server.address)
    assert verified.splitlines()[1:] == ["integrity: pass", "fairness: pass"]
    shown = _run(tmp_path, "show_standings.py", server.address)
    assert "1. " in shown
    assert " of 2\n" in shown
    assert shown.splitlines()[-1].startswith("2 matches, ")


def test_a_bot_in_40_lines_plays_beside_another(server: ServeCommand, tmp_path: Path) -> None:
    assert len((EXAMPLES / "a_bot_of_your_own.py").read_text().splitlines()) <= 40
    user = User(tmp_path, server.address)
    match = user.json("open", "amphipolis", "--seats", "2")["match"]["match_id"]
    other = user.start("bot", "random", "--join", match, "--seed", "1")
    assert _run(tmp_path, "a_bot_of_your_own.py", match, server.address) in ("won\n", "lost\n")
    told, _ = other.communicate(timeout=60)
    assert (other.returncode, told.startswith(f"Match {match} is over: ")) == (0, True)


def test_no_example_is_left_out() -> None:
    # The one that reads Redis runs where Redis is (tests/integration/servers), the skeleton of a game in the tutorial's
    # test (tests/e2e/test_add_a_game.py).
    shown = {
        "a_bot_of_your_own.py",
        "new_game.py",
        "play_a_match.py",
        "read_live_stream.py",
        "show_standings.py",
        "verify_a_record.py",
        "watch_a_match.py",
    }
    assert {file.name for file in EXAMPLES.glob("*.py")} == shown
