"""Who is connected to a seat: told by every server, remembered by none."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until


@pytest.fixture
async def servers(tmp_path: Path, database_url: str, redis_url: str) -> AsyncIterator[tuple[Connection, Connection]]:
    settings = {"database_url": database_url, "redis_url": redis_url}
    async with running(tmp_path / "a", **settings) as a, running(tmp_path / "b", **settings) as b:
        yield a, b


async def until_connected(server: Connection, match_id: str, expected: list[int]) -> None:
    async def are_they() -> bool:
        answer = await server.matches.GetPresence(pb.GetPresenceRequest(match_id=match_id))
        return list(answer.connected_seats) == expected

    await until(are_they)


def connect(server: Connection, seated: Seated, seat: int | None) -> AsyncIterator[pb.WatchMatchResponse]:
    metadata = bearer(seated.tokens[seat]) if seat is not None else ()
    return server.matches.WatchMatch(pb.WatchMatchRequest(match_id=seated.id), metadata=metadata)  # type: ignore[return-value]


async def test_a_seat_is_connected_while_its_holder_watches_at_any_server(
    servers: tuple[Connection, Connection],
) -> None:
    here, there = servers
    seated = await here.seated(seats=3)
    calls = [connect(here, seated, 2), connect(there, seated, 0), connect(there, seated, None)]
    for call in calls:
        await anext(aiter(call))
    for server in servers:
        await until_connected(server, seated.id, [0, 2])
    calls[0].cancel()  # type: ignore[attr-defined]
    for server in servers:
        await until_connected(server, seated.id, [0])
    calls[1].cancel()  # type: ignore[attr-defined]
    for server in servers:
        await until_connected(server, seated.id, [])


async def test_presence_leaves_no_trace_in_the_record(servers: tuple[Connection, Connection]) -> None:
    seated = await servers[0].seated()
    call = connect(servers[1], seated, 1)
    await anext(aiter(call))
    await until_connected(servers[0], seated.id, [1])
    assert (await seated.refresh()).seq == seated.match.seq == len(await servers[0].clio.matches.read(seated.id, 0))


async def test_heartbeats_tell_who_is_connected(tmp_path: Path) -> None:
    async with running(tmp_path, heartbeat_seconds=0.05) as server:
        seated = await server.seated()
        async for part in connect(server, seated, 1):
            if part.HasField("heartbeat"):
                assert list(part.heartbeat.connected_seats) == [1]
                return
