"""A folder of SQLite files: one for each generation, and one that lists them."""

from pathlib import Path
from typing import Final

from projections.stores.cloak import Cloak
from projections.stores.database import Database
from projections.stores.private_files import make_private_folder
from projections.stores.shelf import Generation, Shelf
from projections.stores.sqlite import SqliteDatabase, remove
from projections.stores.view_store import KEPT_DOCUMENTS


class SqliteShelf(Shelf):
    """A file of its own for every generation, so that building one never holds up another."""

    def __init__(self, folder: Path, cloak: Cloak | None = None, most_kept: int = KEPT_DOCUMENTS) -> None:
        make_private_folder(folder)
        self._folder: Final = folder
        super().__init__(SqliteDatabase(folder / "catalog.db"), cloak, most_kept)

    def _database(self, generation: Generation) -> Database:
        return SqliteDatabase(self._path(generation))

    def _discard(self, generation: Generation) -> None:
        remove(self._path(generation))

    def _path(self, generation: Generation) -> Path:
        return self._folder / f"{generation.label}.db"
