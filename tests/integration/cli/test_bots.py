import json
import re
import signal
import time

from tests.integration.cli.terminal import User


def _bot_has_moved(user: User, match: str) -> bool:
    """Whether it is the turn of the person on seat 0."""
    return user.json("show", match)["view"]["match"]["to_move"] == [0]


def _wait_for_turn(user: User, match: str) -> None:
    end = time.monotonic() + 50
    while not _bot_has_moved(user, match):
        assert time.monotonic() < end, "the bot does not move"


def test_a_bot_sits_down_beside_a_person_and_leaves_with_the_match(user: User) -> None:
    match = user.json("open", "akros")["match"]["match_id"]
    user.says("join", match, "--name", "Ada", "--seat", "0")
    bot = user.start("bot", "search", "--join", match[:8], "--seconds", "0.05", "--as", "Deep Thought", "--json")
    _wait_for_turn(user, match)
    user.says("move", match, "1", "--seat", "0")
    _wait_for_turn(user, match)
    user.says("resign", match, "--seat", "0")
    told, _ = bot.communicate(timeout=50)
    ended = json.loads(told)
    assert (bot.returncode, ended["seat"]) == (0, 1)
    assert [seat["name"] for seat in ended["match"]["seats"]] == ["Ada", "Deep Thought"]
    assert ended["match"]["outcome"]["winners"] == [1]


def test_a_bot_that_was_stopped_plays_on_from_the_seat_it_holds(user: User) -> None:
    match = user.json("open", "akros")["match"]["match_id"]
    first = user.start("bot", "random", "--join", match)
    assert first.stderr is not None
    assert first.stderr.readline() == f"random has seat 0 of match {match}.\n"
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=50)
    assert first.returncode == 130
    other = user.start("bot", "random", "--join", match)
    again = user.says("bot", "greedy", "--join", match, "--seat", "0")
    other.communicate(timeout=50)
    assert again.startswith(f"Match {match} is over: random ")


def test_an_arena_prints_a_table_with_intervals_and_ratings(user: User) -> None:
    done = user.run("arena", "akros", "greedy", "random", "--matches", "6", "--seed", "2")
    heading, *rows = done.stdout.splitlines()
    assert heading.split()[:4] == ["BOT", "MATCHES", "WON", "SHARE"]
    assert len(rows) == 2
    assert all(re.search(r"\d-\d.* %", row) and " ± " in row for row in rows)
    assert len(done.stderr.splitlines()) == 6
    assert sum(float(row.split()[2]) for row in rows) == 6
