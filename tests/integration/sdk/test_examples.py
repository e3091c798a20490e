import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.terminal import ROOT, ServeCommand, environment

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


def test_no_example_is_left_out() -> None:
    # The one that reads Redis runs where Redis is: tests/integration/servers.
    shown = {"play_a_match.py", "read_live_stream.py", "verify_a_record.py", "watch_a_match.py"}
    assert {file.name for file in EXAMPLES.glob("*.py")} == shown
