import signal
import time
from pathlib import Path

from tests.integration.cli.terminal import ServeCommand, User


def test_a_server_that_is_told_to_stop_stops_and_says_ok(tmp_path: Path) -> None:
    assert ServeCommand(tmp_path / "data").stop(signal.SIGINT) == 0


def test_the_demonstration_begins_with_a_match_of_three_bots_that_ends_with_its_server(tmp_path: Path) -> None:
    server = ServeCommand(tmp_path / "data", 0, "--demo")
    match = server.next_line()["demo"]["match_id"]
    shown = User(tmp_path, server.address).json("show", match[:6])["view"]["match"]
    assert (shown["game"], shown["status"]) == ("amphipolis", "playing")
    assert [seat["taken"] for seat in shown["seats"]] == [True, True, True]
    # After the first move the host alone could not end it.
    user = User(tmp_path, server.address)
    deadline = time.monotonic() + 30
    while user.json("show", match)["view"]["match"]["seq"] == shown["seq"] and time.monotonic() < deadline:
        time.sleep(0.1)
    server.stop(signal.SIGTERM)
    with ServeCommand(tmp_path / "data") as again:
        assert User(tmp_path, again.address).json("show", match)["view"]["match"]["status"] == "aborted"
