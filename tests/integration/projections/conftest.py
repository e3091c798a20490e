"""Both kinds of stores, each with its real database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.postgres_generations import PostgresGenerationStore
from clio.projections.storage.sqlite_generations import SqliteGenerationStore

STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest) -> str:
    """The setting that chooses the store: empty for SQLite."""
    return str(request.getfixturevalue("database_url")) if request.param == "postgres" else ""


@pytest.fixture
def generation_store(store_url: str, tmp_path: Path) -> Iterator[GenerationStore]:
    found: GenerationStore = (
        PostgresGenerationStore(store_url) if store_url else SqliteGenerationStore(tmp_path / "projections")
    )
    yield found
    found.close()
