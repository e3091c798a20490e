import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from clio.cli import main
from clio.cli.main import VERSION_LINE
from clio.cli.prepared_help import FILE, rendered
from clio.cli.program import COMMANDS, clio
from clio.cli.version import LANGUAGES, VERSION
from tests.unit.repository.tree import ROOT

LOADED_AFTER = """
import sys
from clio.cli.main import run
code = run(sys.argv[1:])
heavy = {"asyncio", "click", "grpc", "google.protobuf", "rich"} & set(sys.modules)
sys.exit(f"loaded: {heavy}" if heavy else code)
"""


def _clio(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}", "LANG": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_prepared_help_is_what_click_prints() -> None:
    """If this fails, rewrite it: python -m clio.cli.prepared_help."""
    assert FILE.read_text() == rendered()


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"]])
def test_help_and_version_load_nothing_heavy(arguments: list[str]) -> None:
    done = _clio("-c", LOADED_AFTER, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (VERSION_LINE if arguments == ["--version"] else FILE.read_text())


def test_click_gives_the_same_answers() -> None:
    program = "import sys; from clio.cli.program import run_program; sys.exit(run_program(sys.argv[1:]))"
    for arguments in ([], ["--help"]):
        done = _clio("-c", program, *arguments, COLUMNS="100")
        assert (done.returncode, done.stdout) == (0, FILE.read_text())
    assert _clio("-c", program, "--version").stdout == VERSION_LINE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_is_explained_by_half_a_sentence(language: str) -> None:
    lines = (Path(main.__file__).parent / main.HELP_FILES[language]).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines[1:] if line.endswith("...")] == []


def test_a_narrow_terminal_gets_help_that_fits() -> None:
    done = _clio("-m", "clio.cli.main", "--help", COLUMNS="60")
    assert done.returncode == 0
    usage = done.stdout.partition("A first match")[0]
    assert max(map(len, usage.splitlines())) <= 60


def test_the_version_is_the_packages() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION


def _commands(path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, groups left out, by the words that call it."""
    command = _command(path)
    if not isinstance(command, click.Group):
        yield path
        return
    for name in command.list_commands(click.Context(command)):
        yield from _commands((*path, name))


def _command(path: tuple[str, ...]) -> click.Command:
    command: click.Command = clio
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        assert found.name == name
        command = found
    return command


@pytest.mark.parametrize("path", list(_commands()), ids=" ".join)
def test_every_command_has_an_example_and_speaks_json(path: tuple[str, ...]) -> None:
    command = _command(path)
    assert f"  Example:\n    clio {' '.join(path)}" in command.get_help(click.Context(command, info_name=path[-1]))
    assert "--json" in [option for parameter in command.params for option in parameter.opts]


def test_every_module_of_commands_is_a_command() -> None:
    modules = {file.stem for file in (ROOT / "clients" / "clio" / "cli" / "commands").glob("[!_]*.py")} | {"admin"}
    assert {name.removesuffix("_records") for name in modules} == set(COMMANDS)
