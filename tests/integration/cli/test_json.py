import json
import shutil

import pytest

from clio.cli.program import COMMANDS
from tests.integration.cli.terminal import ServeCommand, User
from tests.kit.records import lines_of
from tests.kit.table import Table

ARGUMENTS: dict[str, list[str]] = {
    "games": [],
    "rules": ["amphipolis"],
    "components": ["amphipolis"],
    "list": ["--status", "open"],
    "show": ["MATCH"],
    "rotate": ["MATCH"],
    "moves": ["MATCH"],
    "move": ["MATCH", "1"],
    "export": ["MATCH", "--out", "match.clio"],
    "verify": ["match.clio"],
    "audit": ["MATCH"],
    "replay": ["MATCH"],
    "fork": ["MATCH"],
    "import": ["foreign.clio"],
    "resign": ["MATCH"],
    "rematch": ["MATCH"],
    "free": ["SEATED", "0"],
    "feed": ["--limit", "1"],
    "open": ["amphipolis"],
    "join": ["OPEN", "--name", "Ada"],
    "leave": ["OPEN"],
    "abort": ["OPEN", "--reason", "enough seen"],
    "watch": ["OPEN"],
    "arena": ["akros", "greedy", "random", "--matches", "1"],
    "bot": ["random", "--join", "SOLO"],
    "selfplay": ["amphipolis", "--matches", "2", "--seats", "2"],
    "play": ["akros", "--bots", "random"],
    "scores": ["MATCH"],
    "standings": ["amphipolis"],
    "player": ["random 0"],
    "stats": ["amphipolis"],
    "direct": ["DIRECTED", "pause", "--reason", "dinner"],
    "agree": ["DIRECTED", "resume", "--reason", "back"],
    "claim": ["QUIET", "--seat", "0"],
    "admin": ["projections", "list"],
}


@pytest.fixture
def words(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> tuple[User, dict[str, str]]:
    """A user with matches under way and others that wait for players."""
    user = User(tmp_path_factory.mktemp("json"), server.address)
    user.environment["CLIO_DATA"] = str(server.data)
    playing = user.json("open", "amphipolis", "--seats", "1")["match"]["match_id"]
    user.says("join", playing, "--name", "Ada")
    waiting = user.json("open", "amphipolis", "--seats", "2")["match"]["match_id"]
    alone = user.json("open", "amphipolis", "--seats", "1")["match"]["match_id"]
    directed = user.json("open", "amphipolis", "--seats", "1", "--director", "--clock", "days/1")["match"]["match_id"]
    quiet = user.json("open", "amphipolis", "--seats", "1", "--abandon-after", "1")["match"]["match_id"]
    seated = user.json("open", "amphipolis", "--seats", "2")["match"]["match_id"]
    for match in (directed, quiet, seated):
        user.says("join", match, "--name", "Ada")
    (user.home / "foreign.clio").write_bytes(b"".join(line + b"\n" for line in lines_of(Table("akros", 2).finish())))
    named = {"MATCH": playing, "OPEN": waiting, "SOLO": alone, "DIRECTED": directed, "QUIET": quiet, "SEATED": seated}
    return user, named


def test_every_command_speaks_json_and_nothing_else(words: tuple[User, dict[str, str]]) -> None:
    """One story in the order above: what is verified was exported before, what is watched was aborted."""
    user, ids = words
    for command, arguments in ARGUMENTS.items():
        done = user.run(command, *(ids.get(word, word) for word in arguments), "--json")
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stderr == ""
        documents = [json.loads(line) for line in done.stdout.splitlines()]
        assert documents, command
        assert all(isinstance(document, dict) for document in documents), command
        assert len(documents) == 1 or command in ("watch", "selfplay", "replay", "play"), command


def test_every_command_of_an_operator_does_too(words: tuple[User, dict[str, str]], server: ServeCommand) -> None:
    user, _ = words
    # A folder that a server uses is refused; these read a copy.
    stopped = user.home / "stopped"
    shutil.copytree(server.data, stopped)
    for line in (
        "status",
        f"migrate {stopped}",
        f"copy {stopped} copied",
        "projections list",
        "projections rebuild matches --hold",
        "projections diff matches",
        "projections switch matches",
        "projections drop matches",
    ):
        assert user.json("admin", *line.split())


def test_no_command_is_left_out() -> None:
    # serve is read as JSON by every test that starts a server.
    assert set(ARGUMENTS) | {"serve"} == set(COMMANDS)
