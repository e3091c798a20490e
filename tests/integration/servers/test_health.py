"""Health, per dependency: without Redis the service serves, without its record it does not."""

import asyncio
from pathlib import Path

import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from clio.client.client import Client
from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

NAMES = ("", "clio.v1.MatchService", "clio.record", "clio.live", "grpc.health.v1.Health")


async def unhealthy(channel: grpc.aio.Channel) -> set[str]:
    stub = health_pb2_grpc.HealthStub(channel)
    serving = health_pb2.HealthCheckResponse.SERVING
    return {
        name
        for name in NAMES
        if (await stub.Check(health_pb2.HealthCheckRequest(service=name))).status != serving  # type: ignore[misc]
    }


async def until_unhealthy(server: Connection, expected: set[str]) -> None:
    async def is_it() -> bool:
        return await unhealthy(server.channel) == expected

    await until(is_it)


async def test_each_dependency_that_is_away_shows_and_only_the_record_is_needed(
    tmp_path: Path, breakable_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clio.server.eventstore.postgres.PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr("clio.server.observability.health.CHECK_SECONDS", 0.1)
    redis, postgres = RedisServer(), breakable_postgres
    try:
        redis.start()
        async with (
            running(tmp_path, redis_url=redis.url, database_url=postgres.database()) as server,
            Client(f"127.0.0.1:{server.clio.port}") as client,
        ):
            await until_unhealthy(server, set())
            redis.kill()
            await until_unhealthy(server, {"clio.live"})
            status = await client.get_server_status()
            assert (status.serving, status.degraded) == (True, True)
            redis.start()
            await until_unhealthy(server, set())
            await asyncio.to_thread(postgres.kill)
            await until_unhealthy(server, {"", "clio.v1.MatchService", "clio.record"})
            status = await client.get_server_status()
            assert (status.serving, status.degraded) == (False, True)
            healthy = {one.name: one.healthy for one in status.dependencies}
            assert (healthy["live"], healthy["record"], healthy["writer"]) == (True, False, True)
            await asyncio.to_thread(postgres.start)
            await until_unhealthy(server, set())
            async with asyncio.timeout(30):
                # The deployment's clock is read again a moment after the record can be.
                while (status := await client.get_server_status()).degraded:  # noqa: ASYNC110 (another process decides)
                    await asyncio.sleep(0.1)
            assert (status.serving, status.degraded) == (True, False)
    finally:
        redis.remove()
