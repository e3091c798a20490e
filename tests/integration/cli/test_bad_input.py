import json
import signal
import socket
from pathlib import Path

import pytest

from tests.integration.cli.terminal import ServeCommand, User

NOWHERE = "a" * 20


@pytest.fixture(scope="module")
def table(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> tuple[User, str]:
    """A user whose solo match waits for a move."""
    user = User(tmp_path_factory.mktemp("table"), server.address)
    match = str(user.json("open", "amphipolis", "--seats", "1")["match"]["match_id"])
    user.says("join", match, "--name", "Ada")
    return user, match


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (1, ["open", "amphipolis", "--seats", "9"]),
        (1, ["open", "amphipolis", "--option", "colour=red"]),
        (1, ["move", "MATCH", "fly"]),
        (1, ["move", "MATCH", "999"]),
        (1, ["move", "MATCH", "1", "--expect", "1"]),
        (1, ["join", "MATCH", "--name", "Late"]),
        (1, ["leave", "MATCH"]),
        (1, ["abort", "MATCH", "--reason", ""]),
        (1, ["export", "MATCH", "--out", "no/such/folder/x.clio"]),
        (1, ["selfplay", "amphipolis", "--seats", "9"]),
        (1, ["bot", "random", "--join", "MATCH"]),
        (2, ["bot", "random"]),
        (2, ["arena", "akros"]),
        (2, ["arena", "akros", "greedy"]),
        (2, ["fly"]),
        (2, ["open"]),
        (2, ["open", "amphipolis", "--option", "colour"]),
        (2, ["open", "amphipolis", "--seats", "many"]),
        (2, ["join", "MATCH"]),
        (2, ["join", "MATCH", "--name", "Ada", "--entropy", "xyz"]),
        (2, ["show", "abc"]),
        (2, ["show", "MATCH", "--as", "nobody"]),
        (2, ["list", "--status", "lost"]),
        (2, ["watch", "MATCH", "--from", "0"]),
        (2, ["verify"]),
        (2, ["selfplay", "amphipolis", "--bot", "wise"]),
        (3, ["rules", "chess"]),
        (3, ["rules", "amphipolis", "--rule", "AMP-FLY"]),
        (3, ["open", "chess"]),
        (3, ["show", NOWHERE]),
        (3, ["show", "2222"]),
        (3, ["show", "MATCH", "--at", "999"]),
        (3, ["watch", "MATCH", "--from", "999"]),
        (3, ["verify", "no-such-file.clio"]),
        (3, ["selfplay", "chess"]),
        (3, ["bot", "wise", "--join", "MATCH"]),
        (3, ["bot", "random", "--join", "MATCH", "--seconds", "1"]),
        (3, ["arena", "chess", "greedy", "random"]),
        (3, ["arena", "akros", "greedy", "wise"]),
        (4, ["moves", "MATCH", "--seat", "3"]),
        (4, ["move", "MATCH", "1", "--token", "x" * 43]),
        (4, ["abort", "MATCH", "--reason", "x", "--token", "x" * 43]),
        (4, ["show", "MATCH", "--as", "everything"]),
        (5, ["games", "--server", "127.0.0.1:1"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_each_kind_of_bad_input_has_its_exit_code_and_one_clear_message(
    table: tuple[User, str], code: int, arguments: list[str]
) -> None:
    user, match = table
    done = user.run(*(match if argument == "MATCH" else argument for argument in arguments))
    assert done.returncode == code, done.stderr
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_refused_move_tells_the_sentence_the_rule_and_its_text(table: tuple[User, str]) -> None:
    user, match = table
    done = user.run("move", match, "take", "statues", "sphinx", "sphinx", "sphinx")
    assert done.returncode == 1
    sentence, rule = done.stderr.splitlines()
    known = user.json("rules", "amphipolis", "--rule", rule.removeprefix("Rule ").partition(":")[0])["rules"]
    assert sentence.startswith("clio: ")
    assert rule == f"Rule {known[0]['rule']}: {known[0]['text']}"


def test_a_refusal_as_json_is_one_document_on_standard_output(table: tuple[User, str]) -> None:
    user, match = table
    done = user.run("move", match, "take", "statues", "sphinx", "sphinx", "sphinx", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    error = json.loads(done.stdout)["error"]
    assert error["reason"] == "ILLEGAL_MOVE"
    assert set(error) == {"message", "reason", "rule", "rule_text"}


def test_a_prefix_that_several_matches_share_is_refused(server: ServeCommand, tmp_path: Path) -> None:
    state = tmp_path / "state" / "clio"
    state.mkdir(parents=True)
    shared: dict[str, object] = {"aaaa" + "b" * 16: {}, "aaaa" + "c" * 16: {}}
    (state / "tokens.json").write_text(json.dumps({"servers": {server.address: shared}, "version": 1}))
    done = User(tmp_path, server.address).run("show", "aaaa")
    assert done.returncode == 2
    assert "aaaabbbb" in done.stderr


def test_a_broken_token_file_is_named_and_left_alone(server: ServeCommand, tmp_path: Path) -> None:
    user = User(tmp_path, server.address)
    file = tmp_path / "state" / "clio" / "tokens.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    opened = user.run("open", "amphipolis")
    assert opened.returncode == 0
    assert "Keep it yourself: " in opened.stderr
    assert user.run("show", "aaaa").returncode == 2
    assert file.read_text() == "{"


def test_a_changed_record_fails_verification(table: tuple[User, str]) -> None:
    user, match = table
    user.says("export", match, "--out", "true.clio")
    text = (user.home / "true.clio").read_text()
    (user.home / "false.clio").write_text(text.replace('"name":"Ada"', '"name":"Eve"'))
    done = user.run("verify", "true.clio", "false.clio", "--json")
    assert done.returncode == 11
    assert [json.loads(line)["integrity"]["verdict"] for line in done.stdout.splitlines()] == ["pass", "fail"]


def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = User(tmp_path, "").run("serve", "--port", str(port), "--data", "data")
    assert done.returncode == 5
    assert done.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = User(tmp_path, "").run("serve", "--port", "0", "--data", "file/data")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_a_command_quietly(table: tuple[User, str]) -> None:
    user, match = table
    watching = user.start("watch", match)
    assert watching.stdout is not None
    watching.stdout.readline()
    watching.send_signal(signal.SIGINT)
    _, complaints = watching.communicate(timeout=30)
    assert watching.returncode == 130
    assert complaints.strip() == ""


def test_a_reader_that_stops_reading_is_no_error(table: tuple[User, str]) -> None:
    user, _ = table
    reading = user.start("rules", "amphipolis")
    assert reading.stdout is not None
    reading.stdout.close()
    assert reading.stderr is not None
    complaints = reading.stderr.read()
    reading.stderr.close()
    assert reading.wait(timeout=30) in (0, -signal.SIGPIPE)
    assert complaints == ""
