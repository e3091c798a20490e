"""Runs every command of the README as it is written, and compares the page of settings with the code."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from clio.server.settings import Settings
from tests.kit.ports import free_port

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
PATIENCE = 60


def commands(block: str) -> list[str]:
    """The commands of a block, without their comments."""
    return [line.partition("  #")[0].strip() for line in block.splitlines() if line.strip()]


class Terminal:
    """The terminal of a new user, with a state directory and a server port of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.environment = os.environ | {
            "CLIO_PORT": str(self.port),
            "CLIO_SERVER": f"127.0.0.1:{self.port}",
            "CLIO_DATA": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }

    def run(self, command: str) -> str:
        done = subprocess.run(
            shlex.split(command),
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def running(self, command: str) -> Iterator[None]:
        """Runs a command in the background until the block ends."""
        process = subprocess.Popen(
            shlex.split(command), env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            self._await_server(process)
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)

    def _await_server(self, process: "subprocess.Popen[bytes]") -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            done = subprocess.run(["clio", "games"], env=self.environment, capture_output=True, check=False)
            if done.returncode == 0:
                return
            assert process.poll() is None, "the server ended"
            time.sleep(0.2)
        pytest.fail("the server did not come up")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_make_run_serves_and_has_bots_play_a_match_that_can_be_watched(terminal: Terminal) -> None:
    run, _ = commands(BLOCKS[0])
    assert run == "make run"
    with terminal.running(run):
        end = time.monotonic() + PATIENCE
        while not (listed := msgspec.json.decode(terminal.run("clio list --json"))["matches"]):
            assert time.monotonic() < end
            time.sleep(0.1)
        match = listed[0]["matchId"] if "matchId" in listed[0] else listed[0]["match_id"]
        watching = subprocess.Popen(
            ["clio", "watch", match], env=terminal.environment, stdout=subprocess.PIPE, text=True, cwd=terminal.folder
        )
        assert watching.stdout is not None
        lines = [watching.stdout.readline() for _ in range(6)]
        watching.terminate()
        watching.communicate()
        assert all(line.strip() for line in lines), lines


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    for command in commands(BLOCKS[0]):
        target = command.removeprefix("make ")
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_first_match_goes_as_written(terminal: Terminal) -> None:
    lines = commands(BLOCKS[1])
    assert [line.split()[1] for line in lines] == ["open", "join", "join", "moves", "move", "move"]
    with terminal.running("clio serve"):
        printed = terminal.run(lines[0])
        found = re.search(r"\b[a-z2-7]{20}\b", printed)
        assert found, printed
        for line in lines[1:]:
            terminal.run(line.replace("MATCH", found.group()))


def test_what_can_be_done_with_a_match_that_is_over_goes_as_written(terminal: Terminal) -> None:
    named = re.findall(r"`(clio [a-z]+[^`]*)`", README)
    interactive = {"clio play amphipolis"}
    elsewhere = {command for command in named if command.startswith("clio selfplay")}
    with terminal.running("clio serve"):
        terminal.run(f"clio selfplay amphipolis --matches 1 --server 127.0.0.1:{terminal.port}")
        (match,) = msgspec.json.decode(terminal.run("clio list --json"))["matches"]
        for command in named:
            if command not in interactive | elsewhere:
                record = next((path.name for path in terminal.folder.glob("*.clio")), "")
                assert terminal.run(command.replace("MATCH", match["match_id"]).replace("FILE", record)), command
    assert "<html" in (terminal.folder / "final.html").read_text(encoding="utf-8")


def test_selfplay_needs_no_server(terminal: Terminal) -> None:
    (command,) = re.findall(r"`(clio selfplay [^`]*)`", README)
    del terminal.environment["CLIO_SERVER"]
    terminal.run(command)
    records = list((terminal.folder / "records").glob("*.clio"))
    assert len(records) == 3
    terminal.run(f"clio verify {shlex.join(map(str, records))}")


def _settings_in(page: str) -> dict[str, str]:
    return dict(re.findall(r"^\| `(CLIO_[A-Z_]+)` \| `([^`]*)` \|", page, re.MULTILINE))


def test_the_page_of_settings_lists_every_setting_with_its_default() -> None:
    rows = _settings_in((ROOT / "docs" / "settings.md").read_text())
    rows.pop("CLIO_SERVER")
    defaults = {f"CLIO_{name.upper()}": _plain(value) for name, value in msgspec.structs.asdict(Settings()).items()}
    assert rows == defaults


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_every_page_that_the_readme_points_to_exists() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_pictures_show_what_clio_prints_today() -> None:
    spec = importlib.util.spec_from_file_location("draw_pictures", ROOT / "docs" / "draw_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    pictures = drawing.pictures()
    assert {path: path.read_text(encoding="utf-8") for path in pictures} == pictures, "run: make pictures"
