"""docs/add-a-game.md, followed literally: from the skeleton to a verified, replayed and rated match of Kalah.

The commands are used as they stand, with two exceptions: ``../kalah`` is a temporary folder, and ``pip`` installs
into a folder of its own, so that no other test meets the game.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.server_process import ServerProcess
from tests.unit.repository.tree import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8").partition("\n## What a game may add")[0]
BLOCK = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL)
MAX_FILES = 8
MAX_LINES = 500
BIN = Path(sys.executable).parent


class Follower:
    """Someone who does what the page says, step by step."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "kalah"
        self.installed = folder / "installed"
        self.work = folder / "work"
        self.work.mkdir()
        self.begun: set[Path] = set()
        self.said: dict[str, str] = {}
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PYTHONPATH": str(self.installed),
            "XDG_STATE_HOME": str(folder / "state"),
            "LANG": "C.UTF-8",
        }

    def write(self, file: str, text: str) -> None:
        """The first block of a file replaces what the skeleton had; the next ones continue it."""
        path = self.package / file
        before = path.read_text(encoding="utf-8") if path in self.begun else ""
        self.begun.add(path)
        path.write_text(before + text, encoding="utf-8")

    def run(self, line: str) -> None:
        command = shlex.split(line.replace("../kalah", str(self.package)))
        program, *arguments = command
        if program == "make":
            arguments = ["-s", "-C", str(ROOT), "-o", "setup", f"BIN={BIN}", *arguments]
        elif program == ".venv/bin/pip":
            program, arguments = sys.executable, ["-m", "pip", *arguments, "--target", str(self.installed), "--upgrade"]
        elif program.startswith(".venv/bin/"):
            program = str(BIN / program.removeprefix(".venv/bin/"))
        arguments = [found for each in arguments for found in self._matching(each)]
        done = subprocess.run(
            [program, *arguments],
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        self.said[line] = done.stdout

    def _matching(self, argument: str) -> Iterator[str]:
        """A pattern of files, as a shell expands it."""
        found = sorted(map(str, self.work.glob(argument))) if "*" in argument else []
        yield from found or [argument]


@pytest.fixture(scope="module")
def follower(tmp_path_factory: pytest.TempPathFactory) -> Follower:
    follower = Follower(tmp_path_factory.mktemp("tutorial"))
    for block in BLOCK.finditer(PAGE):
        if block["file"]:
            follower.write(block["file"], block["text"])
        elif block["kind"] == "sh":
            for line in block["text"].splitlines():
                follower.run(line)
    return follower


def test_the_page_leads_from_the_skeleton_to_verified_and_replayed_matches(follower: Follower) -> None:
    said = follower.said
    verified = next(text for line, text in said.items() if " verify " in line)
    assert verified.count("pass") == 4
    replayed = next(text for line, text in said.items() if " replay " in line)
    assert "| 4 | 4 | 4 | 4 | 4 | 4 |" in replayed or "| 6 | 6 | 6 | 6 | 6 | 6 |" in replayed
    assert "search:50it" in next(text for line, text in said.items() if " arena " in line)


def test_what_the_page_writes_is_the_example_package(follower: Follower) -> None:
    example = ROOT / "clients" / "examples" / "kalah"
    for path in sorted(example.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            written = follower.package / path.relative_to(example)
            assert written.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), path.name


def test_a_game_takes_few_files_and_lines(follower: Follower, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        path
        for path in follower.package.rglob("*")
        if path.is_file()
        and not {"__pycache__", ".pytest_cache", "build"} & set(path.parts)
        and ".egg-info" not in str(path)
    ]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    with capsys.disabled():
        print(f"\nKalah by docs/add-a-game.md: {len(files)} files, {lines} lines")  # noqa: T201 (a figure of the page)
    assert len(files) <= MAX_FILES
    assert lines <= MAX_LINES


async def test_matches_on_a_server_are_rated_and_counted(follower: Follower, tmp_path: Path) -> None:
    roots = [ROOT / part for part in ("proto", "domain", "projections", "service", "clients")]
    path = os.pathsep.join(map(str, [*roots, follower.installed]))
    server = ServerProcess(tmp_path / "data", PYTHONPATH=path)
    await server.start()
    try:
        where = ["--server", server.address]
        clio = str(BIN / "clio")

        def run(*command: str) -> str:
            done = subprocess.run(
                [clio, *command, *where],
                cwd=tmp_path,
                env=follower.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (command, done.stderr)
            return done.stdout

        for kind in ("greedy", "random"):
            run("selfplay", "kalah", "--matches", "2", "--bot", kind, "--option", "seeds=3")
        standings = run("standings", "kalah")
        statistics = json.loads(run("stats", "kalah", "--json"))
    finally:
        await server.kill()
    assert "greedy 0" in standings
    assert "random 1" in standings
    assert "'finished': 4" in str(statistics)
    assert "'pit'" in str(statistics), "the pits that were sown"


def test_the_contract_suite_holds_for_it(follower: Follower) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "tests/contract",
            "-k",
            "kalah",
        ],
        cwd=ROOT,
        env=follower.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 100
