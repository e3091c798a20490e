"""Replay, fork, export, import, verify and audit, as a user types them."""

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from clio.cli.session.token_store import TokenStore
from clio.client.entropy import SeatEntropy
from tests.corpus.grow import FOLDER
from tests.integration.cli.terminal import CLIO, PATIENCE, ServeCommand, User
from tests.kit.damage import entries_of, joined, rewritten
from tests.kit.records import lines_of
from tests.kit.table import Table


@pytest.fixture(scope="module")
def finished(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The id of a finished solo match on the server."""
    user = User(tmp_path_factory.mktemp("finished"), server.address)
    match = str(user.json("open", "amphipolis", "--seats", "1")["match"]["match_id"])
    user.says("join", match, "--name", "Ada")
    for _ in range(200):
        if user.json("show", match)["view"]["match"]["status"] != "playing":
            return match
        user.says("move", match, "1")
    raise AssertionError("the match does not end")


def documents(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def corpus(user: User, name: str) -> str:
    shutil.copy(FOLDER / f"{name}.clio.gz", user.home)
    return f"{name}.clio.gz"


def test_a_match_is_replayed_forwards_and_backwards(user: User, finished: str) -> None:
    lines = user.says("replay", finished).splitlines()
    last = len(lines)
    assert "The match is open" in lines[0]
    assert " wins " in lines[-1]
    assert user.says("replay", finished, "--from", str(last), "--to", "1").splitlines() == lines[::-1]
    assert user.says("replay", finished, "--from", "3", "--to", "5").splitlines() == lines[2:5]
    steps = documents(user.says("replay", finished, "--json", "--from", "6", "--to", "7"))
    assert [step["event"]["seq"] for step in steps] == [6, 7]  # type: ignore[index]
    assert "position" in steps[0]["view"]  # type: ignore[operator]


def test_a_file_is_replayed_without_any_server(user: User) -> None:
    name = corpus(user, "akrotiri-resigned")
    nowhere = {"CLIO_SERVER": "127.0.0.1:1"}
    lines = user.run("replay", name, env=nowhere).stdout.splitlines()
    assert len(lines) > 100
    assert "hidden" not in next(line for line in lines if "draws a map card" in line)
    seen = user.run("replay", name, "--as", "spectator", env=nowhere).stdout.splitlines()
    assert "hidden" in next(line for line in seen if "draws a map card" in line)
    step = documents(user.run("replay", name, "--from", "60", "--to", "60", "--json", env=nowhere).stdout)[0]
    assert step["seq"] == 60
    assert step["position"]
    assert user.run("replay", name, "--from", "9999", env=nowhere).returncode == 3
    assert user.run("replay", name, "--as", "7", env=nowhere).returncode == 3
    assert user.run("replay", "none.clio", env=nowhere).returncode == 3


def test_a_replay_is_stepped_through_by_hand(user: User) -> None:
    name = corpus(user, "akros-a")
    done = subprocess.run(
        [*CLIO, "replay", name, "--step", "--json"],
        cwd=user.home,
        env=user.environment,
        input="\n\nb\n20\nq\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert [step["seq"] for step in documents(done.stdout)] == [1, 2, 3, 2, 20]


def test_a_fork_is_opened_and_joined(user: User, finished: str) -> None:
    done = user.json("fork", finished, "--at", "12")
    match = done["match"]["match_id"]
    assert done["match"]["forked_from"]["match_id"] == finished
    assert user.json("join", match, "--name", "Bob")["match"]["status"] == "playing"
    assert user.run("abort", match, "--reason", "enough").returncode == 0
    assert user.run("audit", match).returncode == 0
    assert "origin     pass" in user.says("audit", match)
    assert user.run("fork", finished, "--at", "1").returncode == 1


def test_a_record_is_exported_imported_replayed_and_audited(user: User, finished: str) -> None:
    user.says("export", finished, "--out", "mine.clio.gz")
    assert user.says("verify", "mine.clio.gz").count(" pass") == 4
    name = corpus(user, "akros-b")
    told = user.json("import", name, "--source", "the club")
    foreign = told["record"]["match"]["match_id"]
    assert foreign in user.says("list", "--archived")
    assert "the club" in user.says("list", "--archived")
    assert foreign not in user.says("list", "--limit", "100")
    assert len(user.says("replay", foreign, "--archived").splitlines()) == told["record"]["match"]["seq"]
    assert user.says("audit", foreign, "--archived").count(" pass") == 4
    user.says("export", foreign, "--archived", "--out", "back.clio")
    assert (user.home / "back.clio").read_bytes() == gzip.decompress((user.home / name).read_bytes())


def test_a_query_is_exported_into_a_folder(user: User, finished: str) -> None:
    user.says("export", "--all", "--game", "amphipolis", "--since", "2026-01-01", "--out", "records")
    names = {path.name for path in (user.home / "records").iterdir()}
    assert f"{finished}.clio.gz" in names
    assert user.run("verify", *(f"records/{name}" for name in names)).returncode == 0
    user.says("export", "--all", "--since", "2199-01-01", "--out", "later")
    assert list((user.home / "later").iterdir()) == []
    assert user.run("export", finished, "--all").returncode == 2


def test_everything_on_a_server_is_audited(user: User, finished: str) -> None:
    told = documents(user.says("audit", "--all", "--rules", "--json"))[-1]["audited"]
    assert told["matches"] >= 1  # type: ignore[index]
    assert (told["failed"], told["differences"]) == (0, 0)  # type: ignore[index]
    assert "failed verification" in user.says("audit", "--all")
    assert user.run("audit").returncode == 2
    assert user.run("audit", finished, "--all").returncode == 2


def test_an_audit_writes_a_page_to_file(user: User, finished: str) -> None:
    user.says("audit", finished, "--report", "report.html")
    page = (user.home / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count('<span class="pass">') == 4
    assert finished in page
    assert "Ada" in page
    assert "the server&#x27;s key" in page
    assert user.run("audit", finished, "--report", "no/such/folder/x.html").returncode == 1


@pytest.mark.parametrize(("level", "code"), [(1, 11), (2, 12), (3, 13), (4, 14)])
def test_the_exit_code_tells_the_level(tmp_path: Path, level: int, code: int) -> None:
    user = User(tmp_path, "127.0.0.1:1")
    lines = lines_of(Table("amphipolis", 2, seed=3).finish())
    entries = entries_of(lines)
    content = joined(lines)
    if level == 1:
        content = content.replace(b"Player 0", b"Prayer 0")
    elif level == 2:
        entries[-1]["event"]["public"]["server_seed"] = "00" * 32
        content = rewritten(lines, entries)
    elif level == 3:
        taken = next(entry for entry in entries if entry["event"]["type"] == "amphipolis.TilesTaken")
        taken["event"]["public"]["turn_ends"] = not taken["event"]["public"]["turn_ends"]
        content = rewritten(lines, entries)
    else:
        entries[-1]["event"]["public"]["scores"][0]["total"] += 1
        content = rewritten(lines, entries)
    (user.home / "false.clio").write_bytes(content)
    done = user.run("verify", "false.clio", "--json")
    assert done.returncode == code, done
    report = documents(done.stdout)[0]
    names = ("integrity", "fairness", "legality", "result")
    assert report[names[level - 1]]["verdict"] == "fail"  # type: ignore[index]
    assert report[names[level - 1]]["why"]  # type: ignore[index]


def test_no_token_file_and_no_pipe_stands_in_the_way_of_a_verification(user: User) -> None:
    name = corpus(user, "akros-a")
    match = user.json("verify", name)["match"]
    TokenStore("own", user.home / "state/clio").keep(match, 0, SeatEntropy("token", [bytes(32)], settled=True))
    assert user.run("verify", name).returncode == 12, "compared with what was kept"
    os.mkfifo(user.home / "pipe")
    with subprocess.Popen(["cp", name, "pipe"], cwd=user.home):
        assert user.run("verify", "pipe").returncode == 0, "a pipe is read once"
    tokens = user.home / "state" / "clio" / "tokens.json"
    tokens.write_text("{}", encoding="utf-8")
    done = user.run("verify", name)
    assert (done.returncode, "is not a token file" in done.stderr) == (0, True), done
    tokens.unlink()
    tokens.mkdir()
    assert user.run("verify", name).returncode == 0


def test_many_files_are_verified_on_several_cores(user: User) -> None:
    names = [corpus(user, name) for name in ("akros-a", "akros-b", "amphipolis-2-a", "amphipolis-solo-a")]
    done = user.run("verify", *names, "none.clio", "--jobs", "2", "--json")
    assert done.returncode == 3
    told = documents(done.stdout)
    assert [str(document["file"]) for document in told] == [*names, "none.clio"]
    assert user.run("verify", *names, "--jobs", "2").returncode == 0


def test_a_fork_is_verified_against_its_origin(user: User, finished: str) -> None:
    fork = user.json("fork", finished)["match"]["match_id"]
    user.says("export", finished, "--out", "origin.clio")
    user.says("export", fork, "--out", "fork.clio")
    assert "origin     pass" in user.says("verify", "fork.clio", "--origin", "origin.clio")
    name = corpus(user, "akros-a")
    assert user.run("verify", "fork.clio", "--origin", name).returncode == 11


def test_a_changed_history_is_an_alarm(user: User, finished: str) -> None:
    user.says("show", finished)
    heads = list((user.home / "state" / "clio" / "heads").rglob("*.json"))
    assert heads
    kept = json.loads(heads[0].read_text(encoding="utf-8"))
    heads[0].write_text(json.dumps({**kept, "digest": "00" * 32}), encoding="utf-8")
    done = user.run("show", finished)
    assert done.returncode == 6
    assert "sent you before" in done.stderr


def test_a_key_is_replaced_at_a_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ServeCommand(data):
        old = (data / "head-key").read_bytes()
    with ServeCommand(data, 0, "--rotate-key") as server:
        assert (data / "head-key").read_bytes() != old
        assert len(list((data / "head-keys").iterdir())) == 1
        assert User(tmp_path, server.address).run("games").returncode == 0
