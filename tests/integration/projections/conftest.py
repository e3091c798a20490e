"""Both kinds of stores, each with its real database."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.stores.postgres_shelf import PostgresShelf
from projections.stores.shelf import Shelf
from projections.stores.sqlite_shelf import SqliteShelf
from tests.kit.postgres import PostgresServer, fresh_database, postgres_server

STORES = ("sqlite", "postgres")
_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    with fresh_database(postgres, f"test_{os.getpid()}_{next(_NUMBERS)}") as url:
        yield url


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest) -> str:
    """The setting that chooses the store: empty for SQLite."""
    return str(request.getfixturevalue("database_url")) if request.param == "postgres" else ""


@pytest.fixture
def shelf(store_url: str, tmp_path: Path) -> Iterator[Shelf]:
    found: Shelf = PostgresShelf(store_url) if store_url else SqliteShelf(tmp_path / "projections")
    yield found
    found.close()
