import asyncio
from pathlib import Path

import pytest

from clio.client import (
    Client,
    ClioError,
    IllegalMoveError,
    MalformedError,
    NotAllowedError,
    NotFoundError,
    RefusedError,
    RetryPolicy,
    StaleSeqError,
    UnreachableError,
)
from clio.client.viewpoints import EVERYTHING
from clio.v1.match_pb2 import MatchStatus
from tests.integration.client.seats import seated
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess


async def test_every_call_of_the_contract_has_its_method(client: Client) -> None:
    table = await seated(client, 2)
    assert "amphipolis" in [game.game for game in await client.list_games().all()]
    assert (await client.get_game("amphipolis")).rules
    assert [match.match_id async for match in client.list_matches(player="Player 1")] == [table.id]
    seat = table.match.to_move[0]
    legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
    played = await client.play_move(table.id, legal.moves[0], table.tokens[seat], expected_seq=legal.seq)
    assert (await client.get_match(table.id)).seq == played.seq
    assert (await client.get_view(table.id, seq=legal.seq)).match.seq == legal.seq
    assert (await client.get_head(table.id)).digest == played.digest
    resigned = await client.resign_match(table.id, table.tokens[0])
    assert resigned.status == MatchStatus.MATCH_STATUS_FINISHED


async def test_a_seat_can_be_left_and_a_match_aborted(client: Client) -> None:
    opened = await client.open_match("amphipolis", 2)
    joined = await client.join_match(opened.match.match_id, "Ada", 1)
    left = await client.leave_match(opened.match.match_id, joined.seat_token)
    assert not left.seats[1].taken
    aborted = await client.abort_match(opened.match.match_id, "nobody came", opened.host_token)
    assert aborted.abort_reason == "nobody came"


async def test_a_list_goes_over_all_pages(client: Client) -> None:
    opened = [(await client.open_match("amphipolis")).match.match_id for _ in range(5)]
    assert [match.match_id async for match in client.list_matches(page_size=2)] == opened[::-1]


async def test_a_repeated_call_gives_the_first_answer(client: Client) -> None:
    first, second = [await client.open_match("amphipolis", 1, request_id="open", host_token="h" * 43) for _ in range(2)]
    assert first == second
    match_id = first.match.match_id
    joins = [await client.join_match(match_id, "Ada", request_id="j", seat_token="s" * 43, entropy=b"") for _ in "12"]
    assert joins[0] == joins[1]


async def test_errors_say_what_is_wrong_in_classes_reasons_and_rules(client: Client) -> None:
    table = await seated(client, 2)
    seat = table.match.to_move[0]
    mine, other = table.tokens[seat], table.tokens[1 - seat]
    with pytest.raises(IllegalMoveError) as illegal:
        await client.play_move(table.id, "take statues sphinx sphinx sphinx", mine)
    assert illegal.value.reason == "ILLEGAL_MOVE"
    assert illegal.value.rule.startswith("AMP-")
    with pytest.raises(MalformedError):
        await client.play_move(table.id, "fly", mine)
    with pytest.raises(RefusedError) as refused:
        await client.play_move(table.id, "end", other)
    assert refused.value.reason == "NOT_YOUR_TURN"
    with pytest.raises(StaleSeqError) as stale:
        await client.play_move(table.id, "end", mine, expected_seq=1)
    assert stale.value.seq == table.match.seq
    with pytest.raises(NotFoundError):
        await client.get_match("a" * 20)
    with pytest.raises(NotAllowedError):
        await client.get_view(table.id, viewpoint=EVERYTHING)
    with pytest.raises(NotAllowedError):
        await client.resign_match(table.id, "x" * 43)
    with pytest.raises(ClioError, match="used before"):
        await client.abort_match(table.id, "x", table.host_token, request_id=await _used_request(client, table.id))


async def _used_request(client: Client, match_id: str) -> str:
    async for sighting in client.watch_match(match_id):
        if hasattr(sighting, "request_id"):
            return str(sighting.request_id)
    raise AssertionError


async def test_a_server_that_is_not_there_is_tried_and_then_given_up() -> None:
    async with Client(f"127.0.0.1:{free_port()}", retries=RetryPolicy(attempts=2, first_seconds=0.01)) as client:
        with pytest.raises(UnreachableError):
            await client.list_games().all()


async def test_a_call_outlasts_a_server_that_comes_late(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    async with Client(server.address, retries=RetryPolicy(attempts=200, max_seconds=0.1)) as client:
        opening = asyncio.create_task(client.open_match("amphipolis", 2))
        await server.start()
        try:
            opened = await opening
            assert (await client.get_match(opened.match.match_id)).seq == 1
        finally:
            await server.stop()
