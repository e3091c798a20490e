"""Every example of ``--help`` and of docs/play.md, run as it is written against a real server.

Ids, addresses and files that an example makes up are replaced by those of matches that were made for it.
"""

import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from clio.cli.program import clio
from tests.corpus.grow import FOLDER
from tests.integration.cli.example_places import CIPHER_KEY, PATIENCE, PREPARED, Place
from tests.integration.cli.terminal import CLIO, ROOT, ServeCommand

PAGE = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
LASTING = ("serve", "feed", "play", "bot")
"""Commands that go on until somebody ends them."""


def _commands(group: click.Group, *words: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield " ".join((*words, name)), command
        if isinstance(command, click.Group):
            yield from _commands(command, *words, name)


def _written(text: str) -> list[str]:
    """The lines of a text that are commands, without what is said beside them."""
    lines = (line.strip() for line in text.splitlines())
    return [re.split(r"\s{2,}", line)[0] for line in lines if re.match(r"clio( [a-z-]+| --)", line)]


EXAMPLES = {name: _written(command.help or "") for name, command in _commands(clio)} | {
    "--help": _written(clio.epilog or ""),
    "docs/play.md": [
        line for block in re.findall(r"```(?:sh|console)\n(.*?)```", PAGE, re.DOTALL) for line in _written(block)
    ],
    "sentences of docs/play.md": sorted(set(re.findall(r"`(clio [a-z]+ [^`]+)`", PAGE))),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeCommand]:
    with ServeCommand(tmp_path_factory.mktemp("examples") / "data", CLIO_CIPHER_KEY=CIPHER_KEY) as running:
        yield running


@pytest.fixture(scope="module")
def played(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of somebody who played both seats of a match of Akros."""
    home = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        place = Place(home, server, patch)
        match = place.opened("akros")
        while place.standing(match)["status"] == "playing":
            place.type(f"clio move {match} 1")
        (home / "match").write_text(match, encoding="ascii")
    return home


@pytest.fixture
def place(server: ServeCommand, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    home = tmp_path / "home"
    shutil.copytree(played, home)
    found = Place(home, server, monkeypatch)
    found.match = (home / "match").read_text(encoding="ascii")
    (home / "records").mkdir()
    for name in ("final.clio.gz", "old.clio.gz", "records/one.clio.gz"):
        shutil.copy(FOLDER / "akros-a.clio.gz", home / name)
    subprocess.run(["gunzip", "--keep", "final.clio.gz"], cwd=home, check=True)
    return found


def _finish_one(place: Place) -> None:
    match = place.opened("akros")
    place.type(f"clio resign {match} --seat 0")


def _fill_the_table(place: Place) -> None:
    if place.standing(place.match)["status"] == "playing":
        place.type(f"clio resign {place.match} --seat 0")


REFUSED = {"clio admin projections resume standings": "The projection has not stopped"}
"""An example for what a server that is well never needs."""

NUDGES = {"bot": _fill_the_table, "feed": _finish_one}
"""What makes a command say something that otherwise waits."""


def _goes_on(place: Place, line: str) -> None:
    """Runs a command that goes on, until it has said something; then leaves it as people do."""
    _, name, *words = shlex.split(line)
    environment = place.environment if name != "serve" else {**place.environment, "CLIO_DATA": "served"}
    with subprocess.Popen(
        [*CLIO, name, *words], cwd=place.home, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not select.select([process.stdout], [], [], 0.2)[0]:
                assert time.monotonic() < end, f"{line} says nothing"
                NUDGES.get(name, lambda _: None)(place)
            if name != "bot":
                process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert said.strip(), line
    assert process.returncode in (0, 130), (line, said)


@pytest.mark.parametrize("name", sorted(name for name, lines in EXAMPLES.items() if lines))
def test_the_examples_run(name: str, place: Place, request: pytest.FixtureRequest) -> None:
    if name in PREPARED:
        place.match = PREPARED[name](place)
    for example in EXAMPLES[name]:
        if "postgresql://" in example:
            database = request.getfixturevalue("postgres_server").database()
            place.replaced |= dict.fromkeys(re.findall(r"postgresql://\S+", example), database)
        line = place.filled(example)
        if line.split()[1] in LASTING and line != "clio play":
            _goes_on(place, line)
            continue
        if example in REFUSED:
            with pytest.raises(AssertionError, match=REFUSED[example]):
                place.type(line)
            continue
        said = place.type(line)
        if line.startswith("clio open"):
            place.match = re.findall(r"\b[a-z2-7]{20}\b", said)[0]


def test_every_command_has_an_example() -> None:
    without = {name for name, command in _commands(clio) if not EXAMPLES[name] and not isinstance(command, click.Group)}
    assert without == set()
    assert len(EXAMPLES["docs/play.md"]) > 4
