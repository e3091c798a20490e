"""What Redis holds, for whom, and for how long; and that nobody needs it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import redis

from clio.kernel.integrity.commitments import salt
from clio.v1 import match_service_pb2 as pb
from tests.kit.redis_server import RedisServer
from tests.kit.servers import Connection, bearer, running
from tests.kit.waiting import until
from tests.kit.watching import seen_to_the_end

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def server(tmp_path: Path, redis_url: str) -> AsyncIterator[Connection]:
    async with running(tmp_path, redis_url=redis_url) as connection:
        yield connection


@pytest.fixture
def client(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        yield client


async def key(client: redis.Redis, match_id: str) -> str:
    """The match's stream, as readers without the database find it: they are told the epoch."""
    await until(lambda: bool(client.xrange("clio:epochs")))
    epoch = client.xrange("clio:epochs")[-1][1][b"epoch"].decode()
    return f"clio:{{{match_id}}}:events:{epoch}"


async def entries(client: redis.Redis, match_id: str, upto: int) -> list[tuple[str, dict[bytes, bytes]]]:
    """The stream, once it holds what was published."""

    async def found() -> list[tuple[str, dict[bytes, bytes]]]:
        return [(entry_id.decode(), fields) for entry_id, fields in client.xrange(await key(client, match_id))]

    async def is_there() -> bool:
        return any(entry_id == f"{upto}-0" for entry_id, _ in await found())

    await until(is_there)
    return await found()


async def test_each_event_is_one_entry_under_its_seq_and_the_chain_can_be_verified(
    server: Connection, client: redis.Redis
) -> None:
    seated = await server.seated()
    match = await seated.finish()
    found = await entries(client, seated.id, match.seq)
    assert [entry_id for entry_id, _ in found] == [f"{seq}-0" for seq in range(1, match.seq + 1)]
    digest = sha256(b"clio-record/1").digest()
    for _, fields in found:
        assert set(fields) == {b"event", b"digest", b"flags", b"mac"}
        digest = sha256(digest + fields[b"event"]).digest()
        assert fields[b"digest"].decode() == digest.hex()
    assert digest == match.digest


async def test_redis_refuses_what_it_has_already(server: Connection, client: redis.Redis) -> None:
    seated = await server.seated()
    before = await entries(client, seated.id, seated.match.seq)
    events = await server.clio._read_live(seated.id, 0)
    server.clio.live.stream.publish(seated.id, events)
    await until(lambda: server.clio.live.counts()["live_repeated"] == len(events))
    assert server.clio.live.counts()["live_repeated"] == len(events) == len(before)
    assert await entries(client, seated.id, seated.match.seq) == before


async def test_a_reader_of_redis_learns_no_secret(server: Connection, client: redis.Redis) -> None:
    """Not the seed, no token or its hash, and of sealed fields the commitment only."""
    for game in sorted(server.clio.matches.referee.games):
        seats = server.clio.matches.referee.games[game].seats[-1]
        seated = await server.seated(game, seats)
        for turn in range(10):
            await seated.play_first(choice=turn)
        match = await server.clio.matches.get(seated.id)
        found = await entries(client, seated.id, match.seq)
        everything = b"".join(value for _, fields in found for value in fields.values())
        recorded = await server.clio.matches.read(seated.id, 0)
        assert match.server_seed.hex().encode() not in everything
        for token in [seated.host_token, *seated.tokens]:
            assert token.encode() not in everything
            assert sha256(token.encode()).hexdigest().encode() not in everything
        for event, (_, fields) in zip(recorded, found, strict=True):
            envelope = json.loads(fields[b"event"])
            assert set(envelope.get("sealed", {})) == set(event.secrets)
            assert not set(envelope["public"]) & set(event.secrets)


def everything_in(client: redis.Redis) -> bytes:
    """Every byte of every key, whatever it is for."""
    read = {
        b"stream": lambda key: [(entry_id, *fields, *fields.values()) for entry_id, fields in client.xrange(key)],
        b"zset": lambda key: [(member,) for member in client.zrange(key, 0, -1)],
    }
    return b"\n".join(
        part for key in client.scan_iter() for row in [(key,), *read[client.type(key)](key)] for part in row
    )


async def test_no_key_of_redis_holds_a_byte_that_opens_a_hidden_hand(server: Connection, client: redis.Redis) -> None:
    """While seats are watched too: presence lies in Redis beside the events."""
    seated = await server.seated("akrotiri")
    request = pb.WatchMatchRequest(match_id=seated.id)
    watching = [server.matches.WatchMatch(request, metadata=bearer(token)) for token in seated.tokens]
    for stream in watching:
        await anext(aiter(stream))
    for turn in range(20):
        await seated.play_first(choice=turn)
    match = await server.clio.matches.get(seated.id)
    found = await entries(client, seated.id, match.seq)
    secret = {match.server_seed, match.salt_key}
    hands = 0
    for event, (_, fields) in zip(await server.clio.matches.read(seated.id, 0), found, strict=True):
        for field, value in event.secrets.items():
            secret.add(salt(match.salt_key, event.seq, field))
            assert bytes(value) not in b"".join(fields.values())
            hands += 1
    assert hands > 10
    await until(lambda: f"{seated.id}}}:presence".encode() in everything_in(client))
    everything = everything_in(client)
    assert [value for value in secret if value in everything or value.hex().encode() in everything] == []


async def test_the_window_is_bounded_and_older_events_come_from_the_record(tmp_path: Path) -> None:
    """Redis trims a stream node by node; with small nodes that shows in one match."""
    redis_server = RedisServer("--stream-node-max-entries", "5")
    redis_server.start()
    try:
        async with running(tmp_path, redis_url=redis_server.url, live_window=10) as server:
            seated = await server.seated()
            match = await seated.finish()
            with redis.Redis.from_url(redis_server.url, protocol=2) as client:
                assert 10 <= len(await entries(client, seated.id, match.seq)) < 20
            seen = await seen_to_the_end(server, seated.id)
            assert (seen.seq, seen.digest) == (match.seq, match.digest)
    finally:
        redis_server.remove()


async def test_a_stream_expires_after_the_end_and_not_before(server: Connection, client: redis.Redis) -> None:
    seated = await server.seated()
    await entries(client, seated.id, seated.match.seq)
    assert client.ttl(await key(client, seated.id)) > 24 * 3600
    match = await seated.finish()
    await entries(client, seated.id, match.seq)
    assert 3000 < client.ttl(await key(client, seated.id)) <= 3600


async def test_the_example_reads_a_match_with_plain_redis(server: Connection, redis_url: str) -> None:
    seated = await server.seated()
    match = await seated.finish()
    example = ROOT / "clients" / "examples" / "read_live_stream.py"
    command = [sys.executable, str(example), redis_url, seated.id]
    told = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True, timeout=30)
    assert told.stdout.count("\n") == match.seq + 1
    assert match.digest.hex() in told.stdout.splitlines()[-1]


async def test_a_server_starts_and_play_goes_on_without_redis(tmp_path: Path) -> None:
    redis_server = RedisServer()
    try:
        async with running(tmp_path, redis_url=redis_server.url) as server:
            seated = await server.seated()
            watching = asyncio.create_task(seen_to_the_end(server, seated.id))
            match = await seated.finish()
            seen = await asyncio.wait_for(watching, 60)
            assert (seen.seq, seen.digest) == (match.seq, match.digest)
            redis_server.start()
            with redis.Redis.from_url(redis_server.url, protocol=2) as client:
                # What could not be published waits, within bounds, and is there when Redis is.
                assert len(await entries(client, seated.id, match.seq)) == match.seq
    finally:
        redis_server.remove()


async def test_flushing_redis_in_the_middle_costs_watchers_nothing(tmp_path: Path, database_url: str) -> None:
    redis_server = RedisServer()
    redis_server.start()
    settings = {"database_url": database_url, "redis_url": redis_server.url}
    try:
        async with running(tmp_path / "a", **settings) as here, running(tmp_path / "b", **settings) as there:
            tables = [await here.seated() for _ in range(10)]
            watching = [asyncio.create_task(seen_to_the_end(there, table.id)) for table in tables]
            for turn in range(12):
                await asyncio.gather(*(table.play_first(choice=turn) for table in tables))
                if turn % 3 == 1:
                    redis_server.say("FLUSHALL")
            for table in tables:
                await table.abort("enough")
            for table, seen in zip(tables, await asyncio.wait_for(asyncio.gather(*watching), 60), strict=True):
                match = await table.refresh()
                assert (seen.seq, seen.digest) == (match.seq, match.digest)
    finally:
        redis_server.remove()
