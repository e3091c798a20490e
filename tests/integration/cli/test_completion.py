"""Tab in real shells, set up as the page says."""

import re
import shutil
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # ships no types
import pytest

from tests.integration.cli.terminal import ROOT, environment

STARTS = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
SHELLS = [shell for shell in STARTS if shutil.which(shell)]
"""Those of this machine: a shell that is not here cannot be asked. Debian's packages are bash, zsh and fish."""
CLEAR = "\x15"
PATIENCE = 60


def _lines() -> dict[str, str]:
    """What the page has each shell do."""
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    section = page.partition("## Completion")[2]
    return {shell: line.strip() for line, shell in re.findall(r"^(.+?) +# (\w+)$", section, re.MULTILINE)}


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A PATH on which this very ``clio`` is found first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "clio"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clio.cli.main "$@"\n')
    command.chmod(0o755)
    return f"{folder}:{environment(tmp_path)['PATH']}"


def test_the_page_has_a_line_for_every_shell() -> None:
    assert set(_lines()) == set(STARTS)


def test_bash_is_always_asked() -> None:
    assert "bash" in SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes_commands_options_and_values(shell: str, tmp_path: Path, path: str) -> None:
    child = pexpect.spawn(
        shell,
        STARTS[shell],
        cwd=str(tmp_path),
        env={**environment(tmp_path, PATH=path), "TERM": "dumb", "PS1": "> "},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 120),
    )
    child.delaybeforesend = None
    try:
        child.sendline(f"{_lines()[shell]}; echo rea''dy")
        child.expect("ready")
        assert "not found" not in child.before
        for typed, completed in (
            ("clio stan", "standings"),
            ("clio admin proj", "projections"),
            ("clio list --wi", "--winner"),
            ("clio list --status pl", "playing"),
        ):
            child.send(f"{CLEAR}{typed}\t")
            child.expect_exact(f"{typed.split()[-1]}")
            child.expect_exact(completed.removeprefix(typed.split()[-1]))
    finally:
        child.close(force=True)
