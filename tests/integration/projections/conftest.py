"""Both kinds of stores, each with its real database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.stores.postgres_shelf import PostgresShelf
from projections.stores.shelf import Shelf
from projections.stores.sqlite_shelf import SqliteShelf

STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest) -> str:
    """The setting that chooses the store: empty for SQLite."""
    return str(request.getfixturevalue("database_url")) if request.param == "postgres" else ""


@pytest.fixture
def shelf(store_url: str, tmp_path: Path) -> Iterator[Shelf]:
    found: Shelf = PostgresShelf(store_url) if store_url else SqliteShelf(tmp_path / "projections")
    yield found
    found.close()
