"""Servers on one PostgreSQL and one Redis, connected through proxies."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.kit.postgres_server import PostgresServer
from tests.kit.proxy import Proxy
from tests.kit.redis_server import RedisServer
from tests.kit.server_process import ROOT, ServerProcess
from tests.robustness.judge import Recorded


@dataclass
class Platform:
    servers: list[ServerProcess]
    postgres: PostgresServer
    redis: RedisServer
    to_redis: Proxy
    front: Proxy
    database_url: str


@asynccontextmanager
async def platform(folder: Path, servers: int, root: Path = ROOT) -> AsyncIterator[Platform]:
    """Starts all processes from the sources in ``root`` and stops them at the end."""
    postgres, redis = await asyncio.to_thread(PostgresServer, on_disk=True), RedisServer()
    try:
        await asyncio.gather(asyncio.to_thread(postgres.start), asyncio.to_thread(redis.start))
        database_url = await asyncio.to_thread(postgres.database)
        async with Proxy(redis.port) as to_redis:
            settings = {
                "CLIO_DATABASE_URL": database_url,
                "CLIO_REDIS_URL": f"redis://127.0.0.1:{to_redis.port}/0",
                "CLIO_HEARTBEAT_SECONDS": "2",
                "CLIO_LOG_LEVEL": "error",
            }
            running = [ServerProcess(folder / f"server-{number}", **settings) for number in range(servers)]
            for server in running:
                server.root = root
            try:
                await asyncio.gather(*(server.start() for server in running))
                async with Proxy(*(server.port for server in running)) as front:
                    yield Platform(running, postgres, redis, to_redis, front, database_url)
            finally:
                for server in running:
                    server.resume()
                    await server.kill()
    finally:
        redis.remove()
        postgres.remove()


@dataclass(frozen=True)
class Row:
    """A stored event, read without code of the service."""

    seq: int
    request_id: str
    canonical: bytes
    digest: bytes


def recorded(database_url: str) -> dict[str, Iterable[Recorded]]:
    """All stored events, by match."""
    record: dict[str, Iterable[Recorded]] = {}
    with psycopg.connect(database_url) as connection:
        for match_id, state in connection.execute(
            "SELECT originator_id, state FROM clio_events ORDER BY originator_id, originator_version"
        ):
            canonical, _, kept = bytes(state).partition(b"\n")
            envelope = json.loads(canonical)
            row = Row(envelope["seq"], envelope["request"], canonical, bytes.fromhex(json.loads(kept)["digest"]))
            events = record.setdefault(match_id, [])
            assert isinstance(events, list)
            events.append(row)
    return record
