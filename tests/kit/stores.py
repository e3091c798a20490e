"""Fixtures of real Redis and PostgreSQL servers, one of each per test worker."""

from collections.abc import Iterator

import pytest

from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """Shared: tests that break it start their own."""
    server = RedisServer()
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Shared: each test creates its own database; tests that break the server start their own."""
    server = PostgresServer()
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def _breakable_postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def breakable_postgres(_breakable_postgres: PostgresServer) -> PostgresServer:
    """A server that tests may kill: it is not shared at the same time, and it runs again for the next test."""
    _breakable_postgres.start()
    return _breakable_postgres


@pytest.fixture
def database_url(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    return redis_server.url
