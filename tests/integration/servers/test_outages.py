"""An outage of Redis and PostgreSQL is a line when it begins and one when it ends; a real server tries on meanwhile."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer
from tests.kit.servers import running
from tests.kit.waiting import until


@pytest.fixture(autouse=True)
def _fresh_logger(monkeypatch: pytest.MonkeyPatch) -> None:
    """A logger that another test has used or configured keeps that test's level and processors: nothing is captured."""
    structlog.reset_defaults()
    monkeypatch.setattr("clio.supervision.outage.log", structlog.get_logger())


async def test_redis_away_is_two_lines_for_the_reader_with_the_number_of_retries(tmp_path: Path) -> None:
    redis = RedisServer()
    try:
        await asyncio.to_thread(redis.start)
        async with running(tmp_path, redis_url=redis.url) as server:
            live = server.clio.live
            assert live.redis is not None
            await until(lambda: live.healthy)
            with capture_logs() as lines:
                redis.kill()
                await until(lambda: live.redis is not None and live.redis.reading_failures >= 4)
                await asyncio.to_thread(redis.start)
                await until(lambda: live.healthy)
            began = [line for line in lines if line["event"] == "live.not_reading"]
            (ended,) = [line for line in lines if line["event"] == "live.reading"]
            assert len(began) == 1
            assert ended["retries"] >= 3
            assert ended["seconds"] > 0
            assert not [line for line in lines if "exc_info" in line]
    finally:
        redis.remove()


async def test_postgresql_away_is_two_lines_for_the_follower(tmp_path: Path) -> None:
    postgres = PostgresServer()
    try:
        await asyncio.to_thread(postgres.start)
        async with running(tmp_path, database_url=postgres.database()) as server:
            health_monitor = server.clio.health
            await until(lambda: not health_monitor.degraded)
            with capture_logs() as lines:
                await asyncio.to_thread(postgres.kill)
                await until(lambda: not health_monitor.is_healthy("follower"))
                await until(lambda: not health_monitor.serving)
                await asyncio.to_thread(postgres.start)
                await until(lambda: not health_monitor.degraded)
                await until(lambda: _count(lines, "projection.recovered") == _count(lines, "projection.failed"))
                await until(lambda: _count(lines, "keys.read") == _count(lines, "keys.not_read"))
            assert _count(lines, "record.not_followed") == _count(lines, "record.followed") == 1
            assert _count(lines, "keys.not_read") == 1
            failed = [line["projection"] for line in lines if line["event"] == "projection.failed"]
            assert len(failed) == len(set(failed)), "one line each, if it noticed at all"
    finally:
        postgres.remove()


def _count(lines: Sequence[Mapping[str, Any]], event: str) -> int:
    return sum(line["event"] == event for line in lines)
