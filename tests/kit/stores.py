"""Fixtures: the real Redis and the real PostgreSQL, one of each for all tests of a worker."""

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
    """Shared: each test takes a database of its own, and tests that break the server start their own."""
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
    """One to kill: nobody else's tests are on it, and it runs again when the next test gets it."""
    _breakable_postgres.start()
    return _breakable_postgres


@pytest.fixture
def database_url(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    return redis_server.url
