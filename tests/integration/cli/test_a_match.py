import json
import stat
from pathlib import Path

from clio.verify.verify_match import verify_file
from tests.integration.cli.terminal import ServeCommand, User


def _opened(user: User, seats: int) -> str:
    return str(user.json("open", "amphipolis", "--seats", str(seats))["match"]["match_id"])


def test_a_whole_match_is_played_exported_and_verified_from_the_command_line(user: User) -> None:
    match = _opened(user, 1)
    assert user.json("join", match[:4], "--name", "Ada")["match"]["status"] == "playing"
    status = "playing"
    while status == "playing":
        numbered = user.json("moves", match)["moves"]
        status = user.json("move", match, str(len(numbered)))["status"]
    assert status == "finished"
    assert " is over: " in user.says("watch", match)
    assert "scores:" in user.says("show", match)
    user.says("export", match, "--out", "solo.clio")
    report = verify_file(user.home / "solo.clio")
    assert (report.integrity.verdict, report.fairness.verdict) == ("pass", "pass")
    assert user.says("verify", "solo.clio").count("pass") == 4


def test_one_user_plays_both_seats_and_the_seat_to_move_is_found(user: User) -> None:
    match = _opened(user, 2)
    user.says("join", match, "--name", "Ada")
    started = user.json("join", match, "--name", "Bob")["match"]
    first = started["to_move"][0]
    moves = user.json("moves", match)
    assert moves["seat"] == first
    assert user.json("moves", match, "--seat", str(1 - first))["moves"] == []
    notation = moves["moves"][0]["notation"]
    assert user.json("move", match, *notation.split())["move"] == notation


def test_a_move_may_be_one_argument_or_many(user: User) -> None:
    match = _opened(user, 1)
    user.says("join", match, "--name", "Ada")
    take = next(move["notation"] for move in user.json("moves", match)["moves"] if move["notation"].endswith(" -"))
    assert user.says("move", match, take).startswith(f"Played {take}; ")


def test_tokens_are_kept_for_the_users_eyes_only(user: User) -> None:
    match = _opened(user, 2)
    user.says("join", match, "--name", "Ada")
    file = user.home / "state" / "clio" / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    kept = json.loads(file.read_text())["servers"]
    assert list(kept[user.environment["CLIO_SERVER"]][match]) == ["entropy", "host", "seats"]


def test_another_user_cannot_move_and_can_watch(user: User, server: ServeCommand, tmp_path: Path) -> None:
    match = _opened(user, 1)
    user.says("join", match, "--name", "Ada")
    (tmp_path / "other").mkdir()
    stranger = User(tmp_path / "other", server.address)
    assert stranger.run("move", match, "1").returncode == 4
    assert stranger.run("abort", match, "--reason", "x").returncode == 4
    assert stranger.run("show", match, "--as", "0").returncode == 4
    assert "Ada" in stranger.says("show", match[:4])


def test_a_token_given_by_hand_is_enough(user: User, server: ServeCommand, tmp_path: Path) -> None:
    match = _opened(user, 1)
    token = user.json("join", match, "--name", "Ada")["seat_token"]
    (tmp_path / "other").mkdir()
    elsewhere = User(tmp_path / "other", server.address)
    assert elsewhere.run("move", match, "1", env={"CLIO_TOKEN": token}).returncode == 0


def test_a_seat_that_is_left_can_be_taken_again(user: User) -> None:
    match = _opened(user, 2)
    user.says("join", match, "--name", "Ada")
    assert user.json("leave", match)["match"]["seats"][0]["taken"] is False
    assert user.run("leave", match).returncode == 4
    assert user.json("join", match, "--name", "Bob")["seat"] == 0


def test_resigning_never_guesses_among_several_seats(user: User) -> None:
    match = _opened(user, 2)
    user.says("join", match, "--name", "Ada")
    user.says("join", match, "--name", "Bob")
    assert user.run("resign", match).returncode == 2
    resigned = user.json("resign", match, "--seat", "1")["match"]
    assert resigned["status"] == "finished"
    assert resigned["outcome"]["winners"] == [0]


def test_a_board_is_shown_as_it_was(user: User) -> None:
    match = _opened(user, 1)
    user.says("join", match, "--name", "Ada")
    before = user.json("show", match)["view"]["match"]["seq"]
    user.says("move", match, "1")
    assert user.json("show", match, "--at", str(before))["view"]["match"]["seq"] == before
    assert f"event {before}," in user.says("show", match, "--at", str(before), "--as", "spectator")


def test_a_match_is_watched_live_to_its_end(user: User) -> None:
    match = _opened(user, 2)
    watching = user.start("watch", match)
    assert watching.stdout is not None
    assert watching.stdout.readline().startswith("   1  The match is open")
    user.says("join", match, "--name", "Ada")
    assert watching.stdout.readline().startswith("   2  Ada takes seat 0.")
    user.says("abort", match, "--reason", "enough seen")
    rest, complaints = watching.communicate(timeout=30)
    assert rest.splitlines()[-1] == f"Match {match} is over: aborted: enough seen."
    assert (watching.returncode, complaints) == (0, "")


def test_watching_can_begin_at_any_event(user: User) -> None:
    match = _opened(user, 2)
    user.says("join", match, "--name", "Ada")
    user.says("abort", match, "--reason", "enough seen")
    told = [json.loads(line) for line in user.says("watch", match, "--from", "2", "--json").splitlines()]
    assert [part["event"]["seq"] for part in told if "event" in part] == [2, 3]
    assert {"caught_up": {"seq": 3}} in told


def test_a_running_match_is_exported_as_far_as_it_has_come(user: User) -> None:
    match = _opened(user, 1)
    user.says("join", match, "--name", "Ada")
    seq = user.json("export", match, "--out", "half.clio.gz")["seq"]
    report = verify_file(user.home / "half.clio.gz")
    assert (report.events, report.integrity.verdict, report.fairness.verdict) == (seq, "pass", "pending")


def test_an_export_can_wait_for_the_end(user: User) -> None:
    match = _opened(user, 2)
    waiting = user.start("export", match, "--wait", "--json")
    user.says("join", match, "--name", "Ada")
    user.says("abort", match, "--reason", "enough seen")
    told, _ = waiting.communicate(timeout=30)
    assert json.loads(told)["seq"] == 3
    assert verify_file(user.home / f"{match}.clio").fairness.verdict == "pass"
