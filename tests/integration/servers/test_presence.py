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


async def connected(server: Connection, match_id: str) -> list[int]:
    return list((await server.matches.GetPresence(pb.GetPresenceRequest(match_id=match_id))).connected_seats)


async def joined(server: Connection, match_id: str, name: str) -> str:
    request = pb.JoinMatchRequest(
        match_id=match_id, seat=0, name=name, request_id=f"join-of-{name}", seat_token=name.ljust(40, "t")
    )
    return (await server.matches.JoinMatch(request)).seat_token


async def until_connected(server: Connection, match_id: str, expected: list[int]) -> None:
    async def are_they() -> bool:
        return await connected(server, match_id) == expected

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


async def test_who_left_or_was_rotated_out_is_not_connected_at_any_server(
    servers: tuple[Connection, Connection],
) -> None:
    """The old stream may go on for a while at the other server: its token is not the seat's any more."""
    here, there = servers
    opened = await here.matches.OpenMatch(
        pb.OpenMatchRequest(game="akrotiri", seats=2, request_id="open", host_token="h" * 40)
    )
    match_id = opened.match.match_id
    left = await joined(here, match_id, "Ann")
    watching = Seated(there, match_id, opened.host_token, [left], opened.match)
    await anext(aiter(connect(there, watching, 0)))
    await until_connected(here, match_id, [0])

    await here.matches.LeaveMatch(pb.LeaveMatchRequest(match_id=match_id, request_id="leave"), metadata=bearer(left))
    for server in servers:
        await until_connected(server, match_id, [])
    watching.tokens[0] = await joined(here, match_id, "Bob")
    for server in servers:
        assert await connected(server, match_id) == []

    await anext(aiter(connect(there, watching, 0)))
    for server in servers:
        await until_connected(server, match_id, [0])
    await here.matches.RotateToken(
        pb.RotateTokenRequest(match_id=match_id, request_id="rotate", new_token="n" * 40),
        metadata=bearer(watching.tokens[0]),
    )
    for server in servers:
        await until_connected(server, match_id, [])


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
