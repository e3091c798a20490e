"""The change feed of one server: filters, kinds, cursors, and events as they are recorded."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from clio.client.change_feed import ChangeFeed
from clio.client.client import Client
from clio.client.credentials import Credentials
from clio.client.errors import HistoryError, MalformedError, NotAllowedError
from clio.client.retry import RetryPolicy
from clio.v1.feed_service_pb2 import (
    CHANGE_KIND_MATCHES,
    Change,
    FeedCursor,
    StreamChangesRequest,
    StreamChangesResponse,
)
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING, VISIBILITY_UNLISTED
from clio.v1.match_service_pb2 import OpenMatchRequest
from tests.kit.access import OPERATOR, new_key, with_key
from tests.kit.servers import Connection, running

PATIENCE = 30.0


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path, admin_token=OPERATOR, heartbeat_seconds=0.2) as connection:
        yield connection


def client_of(server: Connection, key: str = "") -> Client:
    address = f"127.0.0.1:{server.clio.port}"
    return Client(address, credentials=Credentials(key=key), retries=RetryPolicy(attempts=1))


async def past(feed: ChangeFeed) -> list[Change]:
    """All changes up to now."""
    found: list[Change] = []

    async def read() -> None:
        async with aclosing(aiter(feed)) as changes:
            async for change in changes:
                found.append(change)  # noqa: PERF401 (the caller reads what has come so far)

    task = asyncio.create_task(read())
    async with asyncio.timeout(PATIENCE):
        while not feed.caught_up and not task.done():  # noqa: ASYNC110 (the feed itself has no event to wait for)
            await asyncio.sleep(0.01)
    if task.done():
        task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return found


async def test_every_event_of_the_log_comes_once_in_order(server: Connection) -> None:
    seated = [await server.seated("akros", 2), await server.seated("amphipolis", 3)]
    for match in seated:
        await match.play_first()
    async with client_of(server) as client:
        changes = await past(client.platform.changes())
    positions = [change.cursor.position for change in changes]
    assert positions == list(range(1, len(positions) + 1))
    for match in seated:
        seqs = [change.event.seq for change in changes if change.match_id == match.id]
        assert seqs == list(range(1, (await match.refresh()).seq + 1))


async def test_any_cursor_goes_on_where_it_stands(server: Connection) -> None:
    await server.seated("akros", 2)
    async with client_of(server) as client:
        changes = await past(client.platform.changes())
        for number, change in enumerate(changes):
            rest = await past(client.platform.changes(after=change.cursor))
            assert [each.cursor for each in rest] == [each.cursor for each in changes[number + 1 :]]


async def test_changes_come_as_they_are_recorded(server: Connection) -> None:
    await server.seated("akros", 2)
    async with client_of(server) as client, asyncio.timeout(PATIENCE):
        feed = client.platform.changes(from_now=True)
        async with aclosing(aiter(feed)) as changes:
            waiting = asyncio.ensure_future(anext(changes))
            while not feed.caught_up:  # noqa: ASYNC110 (as above)
                await asyncio.sleep(0.01)
            opened = await server.open("akros")
            assert ((await waiting).match_id, waiting.result().event.type) == (opened.match.match_id, "match.Opened")


async def test_filters_by_game_type_and_label(server: Connection) -> None:
    key = (await new_key(server, "play", "host")).key
    akros = await server.seated("akros", 2)
    labelled = await server.matches.OpenMatch(
        OpenMatchRequest(game="amphipolis", labels={"cup": "spring", "round": "1"}), metadata=with_key(key)
    )
    async with client_of(server, key) as owner, client_of(server) as stranger:
        assert {each.match_id for each in await past(stranger.platform.changes(game="akros"))} == {akros.id}
        joins = await past(stranger.platform.changes(types=["match.Joined"]))
        assert [each.event.type for each in joins] == ["match.Joined"] * 2
        found = await past(owner.platform.changes(labels={"cup": "spring"}))
        assert {each.match_id for each in found} == {labelled.match.match_id}
        assert await past(owner.platform.changes(labels={"cup": "autumn"})) == []
        # The match is public, its labels are the platform's own.
        assert await past(stranger.platform.changes(labels={"cup": "spring"})) == []
        assert {each.match_id for each in await past(owner.platform.changes(own=True))} == {labelled.match.match_id}
        with pytest.raises(NotAllowedError):
            await past(stranger.platform.changes(own=True))


async def test_a_feed_of_matches_has_each_changed_match_as_it_is(server: Connection) -> None:
    seated = await server.seated("akros", 2)
    async with client_of(server) as client:
        (change,) = await past(client.platform.changes(kind=CHANGE_KIND_MATCHES))
        assert (change.match.match_id, change.match.status) == (seated.id, MATCH_STATUS_PLAYING)
        assert not change.HasField("event")
        await seated.play_first()
        (change,) = await past(client.platform.changes(kind=CHANGE_KIND_MATCHES, after=change.cursor))
        assert change.match.seq == (await seated.refresh()).seq


async def test_a_cursor_of_another_log_is_refused(server: Connection) -> None:
    await server.seated("akros", 2)
    async with client_of(server) as client:
        last = (await past(client.platform.changes()))[-1].cursor
        for forged in (
            FeedCursor(position=last.position, mark=bytes(16)),
            FeedCursor(position=last.position - 1, mark=last.mark),
            FeedCursor(position=last.position + 1_000, mark=last.mark),
        ):
            with pytest.raises(HistoryError, match="cursor"):
                await past(client.platform.changes(after=forged))


@pytest.mark.parametrize(
    "request_",
    [
        {"after": FeedCursor(position=-1, mark=bytes(16))},
        {"after": FeedCursor(position=1)},
        {"after": FeedCursor(mark=bytes(16))},
        {"after": FeedCursor(position=1, mark=bytes(17))},
        {"after": FeedCursor(), "from_now": True},
        {"types": ["match.Nothing"]},
        {"types": ["match.Opened"] * 33},
        {"labels": {f"k{number}": "v" for number in range(33)}},
        {"kind": 7},
    ],
    ids=str,
)
async def test_a_bad_request_is_refused(server: Connection, request_: dict[str, Any]) -> None:
    async with client_of(server) as client:
        with pytest.raises(MalformedError):
            await past(client.platform.changes(**request_))


async def test_hidden_matches_leave_no_trace_in_the_time_of_the_feed(server: Connection) -> None:
    key = (await new_key(server, "play", "host")).key
    stub = server.channel.unary_stream(
        "/clio.v1.FeedService/StreamChanges",
        StreamChangesRequest.SerializeToString,
        StreamChangesResponse.FromString,
    )
    call = stub(StreamChangesRequest(from_now=True))
    assert (await call.read()).caught_up
    hidden = OpenMatchRequest(game="akros", visibility=VISIBILITY_UNLISTED)
    for _ in range(3):
        await server.matches.OpenMatch(hidden, metadata=with_key(key))
    # Nothing comes but the heartbeat, at its own time.
    part = await asyncio.wait_for(call.read(), PATIENCE)
    assert not part.changes
    call.cancel()


async def test_a_feed_that_skips_an_event_is_noticed() -> None:
    """A server that lies: the client follows every chain."""
    genuine = Change(match_id="m", cursor=FeedCursor(position=1, mark=bytes(16)))
    genuine.event.seq, genuine.event.digest = 1, bytes(32)

    class Call:
        async def read(self) -> object:
            return StreamChangesResponse(changes=[genuine])

        def cancel(self) -> bool:
            return True

    with pytest.raises(HistoryError):
        await anext(aiter(ChangeFeed(lambda _: Call(), StreamChangesRequest())))
