"""A PostgreSQL database with one schema for each generation, and one that lists them."""

from typing import Final

from projections.stores.cloak import Cloak
from projections.stores.database import Database
from projections.stores.postgres import PostgresDatabase, drop_schema
from projections.stores.shelf import Generation, Shelf
from projections.stores.view_store import KEPT_DOCUMENTS

_PREFIX: Final = "clio_projection"


class PostgresShelf(Shelf):
    """Schemas beside the record's, which is never written from here."""

    def __init__(self, url: str, cloak: Cloak | None = None, most_kept: int = KEPT_DOCUMENTS) -> None:
        self._url: Final = url
        super().__init__(PostgresDatabase(url, f"{_PREFIX}s"), cloak, most_kept)

    def _database(self, generation: Generation) -> Database:
        return PostgresDatabase(self._url, f"{_PREFIX}_{generation.label}")

    def _discard(self, generation: Generation) -> None:
        drop_schema(self._url, f"{_PREFIX}_{generation.label}")
