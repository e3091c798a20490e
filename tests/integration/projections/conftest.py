"""Both kinds of stores, each with its real database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.postgres_generations import PostgresGenerationStore
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.server.eventstore.factory import borrowed_pool
from clio.server.settings import Settings

STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest) -> str:
    """The setting that chooses the store: empty for SQLite."""
    return str(request.getfixturevalue("database_url")) if request.param == "postgres" else ""


@pytest.fixture
def generation_store(store_url: str, tmp_path: Path) -> Iterator[GenerationStore]:
    with borrowed_pool(Settings(database_url=store_url)) as pool:
        found: GenerationStore = (
            SqliteGenerationStore(tmp_path / "projections") if pool is None else PostgresGenerationStore(pool)
        )
        yield found
        found.close()
