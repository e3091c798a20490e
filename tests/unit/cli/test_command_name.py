import os
import shlex
import sys
from pathlib import Path

import pytest

from clio.cli.command_name import command_name


def _program(folder: Path) -> Path:
    folder.mkdir(parents=True)
    program = folder / "clio"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def _started(monkeypatch: pytest.MonkeyPatch, program: Path, *path: Path, venv: str = "") -> str:
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, path)))
    monkeypatch.setenv("VIRTUAL_ENV", venv)
    return command_name()


def test_the_name_alone_does_where_the_shell_finds_this_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = _program(tmp_path / "bin")
    assert _started(monkeypatch, program, program.parent) == "clio"


def test_a_program_off_the_path_is_named_by_its_path_as_a_shell_takes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = _program(tmp_path / "a folder" / "bin")
    named = _started(monkeypatch, program, tmp_path)
    assert shlex.split(named) == [str(program)]


def test_another_clio_on_the_path_is_not_this_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program, other = _program(tmp_path / "bin"), _program(tmp_path / "other")
    assert _started(monkeypatch, program, other.parent, program.parent) == str(program)


def test_an_activated_environment_does_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = _program(tmp_path / "venv" / "bin")
    assert _started(monkeypatch, program, program.parent, venv=str(tmp_path / "venv")) == str(program)
