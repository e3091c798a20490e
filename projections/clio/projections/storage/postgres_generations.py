"""Generations in PostgreSQL: one schema each, and one for the catalogue."""

from typing import Final

from clio.projections.storage.database import Database
from clio.projections.storage.generation_store import Generation, GenerationStore
from clio.projections.storage.postgres import PostgresDatabase, drop_schema
from clio.projections.storage.postgres_pool import PostgresPool
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.storage.view_store import MAX_CACHED_DOCUMENTS

_PREFIX: Final = "clio_projection"


class PostgresGenerationStore(GenerationStore):
    """Schemas beside the event store, which is never written from here."""

    def __init__(
        self, pool: PostgresPool, cipher: ViewCipher | None = None, max_cached: int = MAX_CACHED_DOCUMENTS
    ) -> None:
        self._pool: Final = pool
        super().__init__(PostgresDatabase(pool, f"{_PREFIX}s"), cipher, max_cached)

    def _database(self, generation: Generation) -> Database:
        return PostgresDatabase(self._pool, f"{_PREFIX}_{generation.label}")

    def _discard(self, generation: Generation) -> None:
        drop_schema(self._pool, f"{_PREFIX}_{generation.label}")
