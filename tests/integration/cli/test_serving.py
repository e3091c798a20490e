import signal
import time
from pathlib import Path
from typing import Any

import pytest

from clio.cli.local.demo import abort_demo
from clio.client import Client
from clio.v1.match_pb2 import MATCH_STATUS_ABORTED, Match
from tests.integration.cli.terminal import ServeCommand, User
from tests.kit.servers import running


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
    deadline = time.monotonic() + 300
    while user.json("show", match)["view"]["match"]["seq"] == shown["seq"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    server.stop(signal.SIGTERM)
    with ServeCommand(tmp_path / "data") as again:
        assert User(tmp_path, again.address).json("show", match)["view"]["match"]["status"] == "aborted"


async def test_a_move_on_its_way_does_not_keep_the_match_of_the_demonstration_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        table = await server.seated("akros")
        consent, on_their_way = client.fair_play.consent, [table]

        async def consent_then_move(*arguments: Any, **options: Any) -> Match:
            match = await consent(*arguments, **options)
            if on_their_way:
                await on_their_way.pop().play_first()
            return match

        monkeypatch.setattr(client.fair_play, "consent", consent_then_move)
        await abort_demo([client.seat(table.id, token, seat) for seat, token in enumerate(table.tokens)])
        assert (await table.refresh()).status == MATCH_STATUS_ABORTED
