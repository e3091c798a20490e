"""A record that went back to an older copy, with Redis kept: watchers are sent what the record has, and only that."""

import asyncio
import shutil
from pathlib import Path

import psycopg
import pytest
import redis

from clio.server.eventstore.copy import verified_heads
from clio.server.eventstore.factory import open_record
from clio.server.settings import Settings
from clio.v1.match_service_pb2 import ListMatchesRequest, PlayMoveRequest
from tests.integration.servers.forgery import abort
from tests.kit.postgres_server import PostgresServer
from tests.kit.refusals import refusal_of
from tests.kit.servers import Connection, Seated, bearer, running
from tests.kit.waiting import until
from tests.kit.watching import Seen, seen_to_the_end, watch


async def play(server: Connection, seated: Seated, turns: int, step: int = 1) -> int:
    """Plays on; gives the position of the match then."""
    seated.connection = server
    for turn in range(turns):
        await seated.play_first(choice=turn * step)
    return (await seated.refresh()).seq


async def in_redis(url: str, match_id: str, seq: int) -> None:
    """Returns once the stream has an event."""
    with redis.Redis.from_url(url, protocol=2) as client:
        await until(
            lambda: any(client.xrange(key, f"{seq}-0") for key in client.scan_iter(f"clio:{{{match_id}}}:events*"))
        )


async def watched_to_another_end(playing: Connection, watching: Connection, seated: Seated) -> Seen:
    """Everything after the copy happens again, otherwise; a watcher follows it from the first event on."""
    watched = asyncio.create_task(seen_to_the_end(watching, seated.id))
    await until(lambda: watching.clio.live.local.topic(seated.id) is not None)
    # The reader has looked into the streams of all watched matches by then, and into what they held before.
    await asyncio.sleep(0.5)
    await play(playing, seated, 4, step=3)
    await abort(playing, seated)
    return await asyncio.wait_for(watched, 60)


async def test_a_sqlite_record_restored_from_a_copy_is_what_watchers_see(tmp_path: Path, redis_url: str) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with running(data, redis_url=redis_url) as server:
        seated = await server.seated()
        before = await play(server, seated, 3)
    shutil.copytree(data, copy)
    async with running(data, redis_url=redis_url) as server:
        lost = await play(server, seated, 6)
        await in_redis(redis_url, seated.id, lost)
    assert lost > before
    shutil.rmtree(data)
    shutil.copytree(copy, data)
    async with running(data, redis_url=redis_url) as server:
        seen = await watched_to_another_end(server, server, seated)
        match = await seated.refresh()
        assert (seen.seq, seen.digest) == (match.seq, match.digest)


async def test_a_restored_database_is_what_the_watchers_of_all_servers_see(
    tmp_path: Path, postgres_server: PostgresServer, redis_url: str
) -> None:
    url = postgres_server.database()
    async with running(tmp_path / "a", database_url=url, redis_url=redis_url) as server:
        seated = await server.seated()
        await play(server, seated, 3)
    copy = copied(postgres_server, url)
    async with running(tmp_path / "a", database_url=url, redis_url=redis_url) as server:
        await in_redis(redis_url, seated.id, await play(server, seated, 6))
    settings = {"database_url": copy, "redis_url": redis_url}
    async with running(tmp_path / "a", **settings) as here, running(tmp_path / "b", **settings) as there:
        seen = await watched_to_another_end(here, there, seated)
        match = await seated.refresh()
        assert (seen.seq, seen.digest) == (match.seq, match.digest)


@pytest.mark.parametrize("with_redis", [True, pytest.param(False, marks=pytest.mark.slow)])
async def test_servers_that_go_on_while_their_database_goes_back_notice_it(
    tmp_path: Path, postgres_server: PostgresServer, redis_url: str, *, with_redis: bool
) -> None:
    """A failover to a copy that is behind: what watchers were sent is compared with it, and all memory is dropped."""
    url = postgres_server.database()
    settings = {"database_url": url, "redis_url": redis_url if with_redis else "", "heartbeat_seconds": 1.0}
    async with running(tmp_path / "a", **settings) as here, running(tmp_path / "b", **settings) as there:
        seated, other = await here.seated(), await here.seated()
        before = await play(here, seated, 3)
        copy = copied(postgres_server, url)
        ahead, behind = Seen(), Seen()
        following = asyncio.create_task(take(ahead, there, seated.id))
        unharmed = asyncio.create_task(take(behind, there, other.id))
        lost = await play(here, seated, 6)
        await until(lambda: ahead.seq == lost > before)
        await until(lambda: behind.caught_up_at == other.match.seq)
        swap(postgres_server, url, copy)
        refusal = await asyncio.wait_for(refusal_of(following), 60)
        assert refusal.reason == "HISTORY_DIFFERS"
        seen = await watched_to_another_end(here, there, seated)
        match = await seated.refresh()
        assert (seen.seq, seen.digest) == (match.seq, match.digest)
        await play(here, other, 2)
        await abort(here, other)
        await asyncio.wait_for(unharmed, 60)
        match = await other.refresh()
        assert (behind.seq, behind.digest) == (match.seq, match.digest)
        listed = await there.matches.ListMatches(ListMatchesRequest())
        assert len(listed.matches) == 2


async def test_a_move_that_was_decided_on_what_the_database_lost_leaves_no_gap(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    """The primary key alone would let event 20 in behind event 10."""
    url = postgres_server.database()
    async with running(tmp_path, database_url=url) as server:
        tables = [await server.seated() for _ in range(8)]
        for seated in tables:
            await play(server, seated, 1)
        copy = copied(postgres_server, url)
        moves = []
        for seated in tables:
            await play(server, seated, 3)
            seat = (await seated.refresh()).to_move[0]
            moves.append((seated, seat, (await seated.moves(seat)).moves[0]))
        swap(postgres_server, url, copy)
        # At once, and without a look at the match: that would compare it with the record.
        answers = await asyncio.gather(
            *(
                server.matches.PlayMove(
                    PlayMoveRequest(match_id=seated.id, move=move), metadata=bearer(seated.tokens[seat])
                )
                for seated, seat, move in moves
            ),
            return_exceptions=True,
        )
        assert len(answers) == len(tables)
        record = open_record(Settings(database_url=url), server.clio.matches.referee.types)
        heads = verified_heads(record, "the record")
        record.close()
        for seated in tables:
            match = await seated.refresh()
            assert heads[seated.id] == (match.seq, match.digest)


async def take(seen: Seen, server: Connection, match_id: str) -> None:
    async for part in watch(server, match_id):
        seen.take(part)


def copied(server: PostgresServer, url: str) -> str:
    """A copy of a database as it is now, which takes every connection from it for a moment."""
    name = url.rpartition("/")[2]
    _alone(server, name, f"CREATE DATABASE {name}_copy TEMPLATE {name}")
    return f"{url}_copy"


def swap(server: PostgresServer, url: str, copy: str) -> None:
    """Puts the copy in the place of the database that servers are connected to."""
    name, copy_name = (one.rpartition("/")[2] for one in (url, copy))
    _alone(server, name, f"ALTER DATABASE {name} RENAME TO {name}_lost", f"ALTER DATABASE {copy_name} RENAME TO {name}")


def _alone(server: PostgresServer, name: str, *statements: str) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        try:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,)
            )
            for statement in statements:
                connection.execute(statement.encode())
        finally:
            connection.execute(
                b"UPDATE pg_database SET datallowconn = true WHERE datname LIKE 'test\\_%'",
            )
