"""The archive of one server: an SQLite file beside the record's."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, Final

from eventsourcing.persistence import Cipher

from clio.projections.storage.private_files import prepare_private_database
from clio.server.eventstore.archive import FORKS_TABLE, TABLE, Archive, ArchiveUnavailableError

_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS {TABLE} (
  position INTEGER PRIMARY KEY AUTOINCREMENT, match_id TEXT NOT NULL, game TEXT NOT NULL,
  seq INTEGER NOT NULL, digest BLOB NOT NULL, key BLOB NOT NULL, source BLOB NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BLOB NOT NULL, importer TEXT NOT NULL, size INTEGER NOT NULL,
  enciphered INTEGER NOT NULL, record BLOB NOT NULL, UNIQUE (match_id, key));
CREATE INDEX IF NOT EXISTS {TABLE}_by_game ON {TABLE} (game, position);
CREATE INDEX IF NOT EXISTS {TABLE}_by_importer ON {TABLE} (importer, size);
CREATE TABLE IF NOT EXISTS {FORKS_TABLE} (match_id TEXT PRIMARY KEY, importer TEXT NOT NULL, size INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS {FORKS_TABLE}_by_importer ON {FORKS_TABLE} (importer, size);
"""
_OLD_TABLE: Final = "archive"
"""The table of versions that kept one record per match, of any signer."""


class SqliteArchive(Archive):
    """One connection; the lock lets one thread at a time use it."""

    def __init__(self, path: Path, cipher: Cipher | None = None) -> None:
        super().__init__(cipher)
        self._lock: Final = RLock()
        prepare_private_database(path)
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.executescript(_SCHEMA)
            self._migrate()
            self._refuse_other_cipher()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _migrate(self) -> None:
        """Takes over the table of earlier versions, all of it or nothing; positions stay as they were."""
        old = self._run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", _OLD_TABLE)
        if not old:
            return
        enciphered = int(self._run("PRAGMA user_version")[0][0] == 1)
        with self._transaction():
            self._run(
                f"INSERT INTO {TABLE} SELECT position, match_id, game, seq, digest, key, CAST(source AS BLOB), "  # noqa: S608 (names are ours)
                f"imported_at, updated_at, match, '', length(record), {enciphered}, record FROM {_OLD_TABLE}"
            )
            self._run(f"DROP TABLE {_OLD_TABLE}")

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise ArchiveUnavailableError(str(error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._run("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.rollback()
                raise
            if self._connection.in_transaction:
                self._run("COMMIT")
