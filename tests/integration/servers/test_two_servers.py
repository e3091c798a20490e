"""Two servers on one PostgreSQL, with and without Redis between them, are one service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.watching import Seen, seen_to_the_end, watch


@asynccontextmanager
async def two_servers(folder: Path, **settings: object) -> AsyncIterator[tuple[Connection, Connection]]:
    async with running(folder / "a", **settings) as a, running(folder / "b", **settings) as b:
        yield a, b


@pytest.fixture(params=["with Redis", "without Redis"])
async def servers(
    request: pytest.FixtureRequest, tmp_path: Path, database_url: str, redis_url: str
) -> AsyncIterator[tuple[Connection, Connection]]:
    url = redis_url if request.param == "with Redis" else ""
    async with two_servers(tmp_path, database_url=database_url, redis_url=url) as both:
        yield both


def at(server: Connection, seated: Seated) -> Seated:
    """The same match, met at another server."""
    return Seated(server, seated.id, seated.host_token, seated.tokens, seated.match)


async def test_a_match_is_played_in_turns_at_both_servers(servers: tuple[Connection, Connection]) -> None:
    seated = [await servers[0].seated()]
    seated.append(at(servers[1], seated[0]))
    for turn in range(10_000):
        if (await seated[turn % 2].refresh()).status != match_pb2.MATCH_STATUS_PLAYING:
            break
        await seated[turn % 2].play_first(choice=turn)
    heads = [await one.refresh() for one in seated]
    assert heads[0] == heads[1]
    assert heads[0].status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_watcher_sees_at_once_what_the_other_server_records(servers: tuple[Connection, Connection]) -> None:
    """Heartbeats come every 15 seconds only: what arrives within five was brought by the stream."""
    here, there = servers
    seated = await here.seated()
    stream, seen = watch(there, seated.id), Seen()
    while seen.caught_up_at < 0:
        seen.take(await anext(stream))
    for turn in range(5):
        played = await seated.play_first(choice=turn)
        while seen.seq < played.seq:
            seen.take(await asyncio.wait_for(anext(stream), 60))
    assert seen.digest == played.digest


async def test_watchers_of_both_servers_see_the_match_to_its_end(servers: tuple[Connection, Connection]) -> None:
    seated = await servers[0].seated("akros", 2)
    watching = [asyncio.create_task(seen_to_the_end(server, seated.id)) for server in servers for _ in range(10)]
    match = await seated.finish()
    for seen in await asyncio.wait_for(asyncio.gather(*watching), 60):
        assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_both_servers_racing_for_one_match_lose_and_double_nothing(
    servers: tuple[Connection, Connection],
) -> None:
    """Everybody joins at once, half of them at each server: every seat is taken once."""
    opened = await servers[0].open(seats=4)
    joined = await asyncio.gather(
        *(
            servers[number % 2].matches.JoinMatch(
                pb.JoinMatchRequest(match_id=opened.match.match_id, name=f"Player {number}")
            )
            for number in range(4)
        )
    )
    assert sorted(answer.seat for answer in joined) == [0, 1, 2, 3]
    match = (await servers[1].matches.GetMatch(pb.GetMatchRequest(match_id=opened.match.match_id))).match
    assert match.status == match_pb2.MATCH_STATUS_PLAYING


async def test_one_request_sent_to_both_servers_at_once_counts_once(servers: tuple[Connection, Connection]) -> None:
    seated = await servers[0].seated()
    for turn in range(5):
        match = await seated.refresh()
        listed = await seated.moves(match.to_move[0])
        request = pb.PlayMoveRequest(match_id=seated.id, move=listed.moves[0], request_id=f"turn-{turn}")
        token = bearer(seated.tokens[match.to_move[0]])
        first, second = await asyncio.gather(*(each.matches.PlayMove(request, metadata=token) for each in servers))
        assert (first.first_seq, first.seq, first.digest) == (second.first_seq, second.seq, second.digest)


async def test_a_match_opened_at_one_server_is_listed_by_the_other(servers: tuple[Connection, Connection]) -> None:
    opened = await servers[0].open()
    listed = await servers[1].matches.ListMatches(pb.ListMatchesRequest())
    assert [match.match_id for match in listed.matches] == [opened.match.match_id]
