"""The SDK's watcher behind an address whose servers change; and thousands of watchers."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from clio.client import Client
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.view_pb2 import View
from tests.kit.proxy import Proxy
from tests.kit.servers import Connection, bearer, running


async def test_a_watcher_goes_on_at_another_server_without_a_gap(
    tmp_path: Path, database_url: str, redis_url: str
) -> None:
    settings = {"database_url": database_url, "redis_url": redis_url}
    async with (
        running(tmp_path / "a", **settings) as a,
        running(tmp_path / "b", **settings) as b,
        Proxy(a.clio.port) as front,
        Client(f"127.0.0.1:{front.port}") as client,
    ):
        seated = await a.seated()
        watching = asyncio.create_task(watched(client, seated.id))
        for turn in range(12):
            await seated.play_first(choice=turn)
            if turn % 4 == 3:
                front.targets = [b.clio.port] if turn % 8 == 3 else [a.clio.port]
                await front.cut()
        match = await seated.finish()
        seen, digest = await asyncio.wait_for(watching, 30)
        assert digest == match.digest
        assert seen == list(range(1, match.seq + 1))


async def watched(client: Client, match_id: str) -> tuple[list[int], bytes]:
    watcher = client.watch_match(match_id)
    seen = [sighting.seq async for sighting in watcher if isinstance(sighting, Event)]
    return seen, watcher.digest


async def test_boards_follow_the_moves_of_another_server(tmp_path: Path, database_url: str, redis_url: str) -> None:
    # Without heartbeats a view that is ready is sent at once, or never.
    settings = {"database_url": database_url, "redis_url": redis_url, "heartbeat_seconds": 3_600.0}
    async with running(tmp_path / "a", **settings) as here, running(tmp_path / "b", **settings) as there:
        table = await here.seated("akrotiri")
        request = pb.WatchMatchRequest(match_id=table.id, views=True)
        streams = [aiter(there.matches.WatchMatch(request, metadata=bearer(table.tokens[1]))) for _ in range(10)]
        for turn in range(4):
            seq = (await table.refresh()).seq
            views = await asyncio.wait_for(asyncio.gather(*(view_of(stream, seq) for stream in streams)), 30)
            expected = pb.GetViewRequest(match_id=table.id, seq=seq)
            answer = await here.matches.GetView(expected, metadata=bearer(table.tokens[1]))
            assert views == [answer.view] * len(streams)
            await table.play_first(choice=turn)
        assert there.clio.live_views.computed <= 5


async def view_of(stream: AsyncIterator[pb.WatchMatchResponse], seq: int) -> View:
    """The board after an event."""
    async for part in stream:
        if part.HasField("view") and part.view.match.seq == seq:
            return part.view
    raise AssertionError("the stream has ended")


async def count_events(server: Connection, match_id: str) -> tuple[int, bytes]:
    """Watches to the end; every event must be the next one."""
    seq, digest = 0, b""
    async for part in server.matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id)):
        for event in part.events:
            assert event.seq == seq + 1
            seq, digest = event.seq, event.digest
    return seq, digest


async def test_a_thousand_watchers_of_one_match_and_of_many_all_see_everything(
    tmp_path: Path, database_url: str, redis_url: str
) -> None:
    settings = {"database_url": database_url, "redis_url": redis_url}
    async with running(tmp_path / "a", **settings) as here, running(tmp_path / "b", **settings) as there:
        tables = [await here.seated() for _ in range(20)]
        crowd = [tables[0].id] * 800 + [table.id for table in tables for _ in range(10)]
        watching = [asyncio.create_task(count_events(there, match_id)) for match_id in crowd]
        for turn in range(4):
            await asyncio.gather(*(table.play_first(choice=turn) for table in tables))
        for table in tables:
            await table.abort("enough")
        heads = {table.id: ((match := await table.refresh()).seq, match.digest) for table in tables}
        saw = await asyncio.wait_for(asyncio.gather(*watching), 60)
        assert saw == [heads[match_id] for match_id in crowd]
