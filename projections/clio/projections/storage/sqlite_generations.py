"""Generations in a folder of SQLite files: one each, and one for the catalogue."""

from pathlib import Path
from typing import Final

from clio.projections.storage.database import Database
from clio.projections.storage.generation_store import Generation, GenerationStore
from clio.projections.storage.private_files import make_private_folder
from clio.projections.storage.sqlite import SqliteDatabase, remove
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.storage.view_store import MAX_CACHED_DOCUMENTS


class SqliteGenerationStore(GenerationStore):
    """One file per generation, so that building one never blocks another."""

    def __init__(self, folder: Path, cipher: ViewCipher | None = None, max_cached: int = MAX_CACHED_DOCUMENTS) -> None:
        make_private_folder(folder)
        self._folder: Final = folder
        super().__init__(SqliteDatabase(folder / "catalog.db"), cipher, max_cached)

    def _database(self, generation: Generation) -> Database:
        return SqliteDatabase(self._path(generation))

    def _discard(self, generation: Generation) -> None:
        remove(self._path(generation))

    def _path(self, generation: Generation) -> Path:
        return self._folder / f"{generation.label}.db"
