import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest

from clio.bots.player import Player
from clio.bots.random_bot import RandomBot
from clio.client import CaughtUp, Client, HistoryError, MatchWatcher, NotFoundError, RetryPolicy, Sighting
from clio.v1.event_pb2 import Event
from clio.v1.match_service_pb2 import Heartbeat
from clio.v1.view_pb2 import View
from tests.integration.client.seats import seated
from tests.kit.server_process import ServerProcess

_PATIENT = RetryPolicy(attempts=100, max_seconds=0.2)


async def _seqs(watcher: MatchWatcher) -> list[int]:
    return [sighting.seq async for sighting in watcher if isinstance(sighting, Event)]


async def test_a_match_is_seen_whole_and_the_watch_ends_with_it(client: Client) -> None:
    table = await seated(client, 1)
    watcher = client.watch_match(table.id)
    watching = asyncio.create_task(_seqs(watcher))
    ended = await Player(client, table.id, table.tokens, RandomBot(Random(1))).play()
    assert await watching == list(range(1, ended.seq + 1))
    assert (watcher.seq, watcher.digest) == (ended.seq, ended.digest)


async def test_the_past_comes_first_then_the_mark_then_heartbeats(client: Client) -> None:
    table = await seated(client, 1)
    seen = []
    async with aclosing(aiter(client.watch_match(table.id))) as sightings:
        async for sighting in sightings:
            seen.append(type(sighting))
            if isinstance(sighting, Heartbeat):
                break
    assert seen == [Event] * table.match.seq + [CaughtUp, Heartbeat]


async def test_a_watch_goes_on_from_where_another_stopped(client: Client) -> None:
    table = await seated(client, 1)
    await client.abort_match(table.id, "enough seen", table.host_token)
    first = client.watch_match(table.id)
    async with aclosing(aiter(first)) as sightings:
        async for _ in sightings:
            if first.seq == 3:
                break
    seqs = await _seqs(client.watch_match(table.id, after_seq=first.seq, after_digest=first.digest))
    assert seqs == list(range(4, table.match.seq + 2))


async def test_a_history_that_is_not_the_servers_is_an_error(client: Client) -> None:
    table = await seated(client, 1)
    with pytest.raises(HistoryError):
        await _seqs(client.watch_match(table.id, after_seq=2, after_digest=b"\0" * 32))
    with pytest.raises(NotFoundError):
        await _seqs(client.watch_match(table.id, after_seq=99))


async def test_a_watch_outlives_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    try:
        async with Client(server.address, retries=_PATIENT) as client:
            table = await seated(client, 1)
            async with aclosing(aiter(client.watch_match(table.id))) as sightings:
                before = [await anext(sightings) for _ in range(table.match.seq)]
                await server.kill()
                await server.start()
                bot = RandomBot(Random(2))
                playing = asyncio.create_task(Player(client, table.id, table.tokens, bot).play())
                after = [sighting async for sighting in sightings]
            events = [sighting.seq for sighting in before + after if isinstance(sighting, Event)]
            assert events == list(range(1, (await playing).seq + 1))
    finally:
        await server.stop()


async def test_a_server_that_lost_its_record_is_found_out(tmp_path: Path) -> None:
    """Another record under the same address: the match is there again, but its history is not."""
    honest = ServerProcess(tmp_path / "honest")
    forgetful = ServerProcess(tmp_path / "forgetful", honest.port)
    await honest.start()
    try:
        async with Client(honest.address, retries=_PATIENT) as client:
            opened = await client.open_match("amphipolis", 2, request_id="one", host_token="h" * 43)
            async with aclosing(aiter(client.watch_match(opened.match.match_id))) as sightings:
                assert isinstance(await anext(sightings), Event)
                await honest.kill()
                await forgetful.start()
                await client.open_match("amphipolis", 2, request_id="one", host_token="h" * 43)
                with pytest.raises(HistoryError):
                    await _drained(sightings)
    finally:
        await honest.stop()
        await forgetful.stop()


async def _drained(sightings: AsyncIterator[Sighting]) -> None:
    async for _ in sightings:
        pass


async def test_boards_come_with_the_events_and_the_last_one_at_the_end(client: Client) -> None:
    table = await seated(client, 2, "akros")
    views: list[View] = []

    async def watch() -> None:
        watcher = client.watch_match(table.id, views=True)
        async for sighting in watcher:
            if isinstance(sighting, View):
                assert sighting.match.seq == watcher.seq
                views.append(sighting)

    watching = asyncio.create_task(watch())
    ended = await Player(client, table.id, table.tokens, RandomBot(Random(1))).play()
    await asyncio.wait_for(watching, 30)
    assert views[-1] == await client.get_view(table.id)
    assert views[-1].match.digest == ended.digest
    assert len({view.match.seq for view in views}) == len(views)
