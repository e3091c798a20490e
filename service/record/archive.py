"""The archive: records from elsewhere, in a file of their own, never among the matches played here."""

import sqlite3
import zlib
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS archive (
  position INTEGER PRIMARY KEY AUTOINCREMENT, match_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
  seq INTEGER NOT NULL, digest BLOB NOT NULL, key BLOB NOT NULL, source TEXT NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BLOB NOT NULL, record BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS archive_by_game ON archive (game, position);
"""
_COLUMNS: Final = "match_id, game, seq, digest, key, source, imported_at, updated_at, match"
NEWEST: Final = 2**62


class Archived(msgspec.Struct, frozen=True):
    """A foreign record without its content; ``match`` is its message, as it is listed."""

    match_id: str
    game: str
    seq: int
    digest: bytes
    key: bytes
    source: str
    imported_at: str
    updated_at: str
    match: bytes
    position: int = 0


class Archive:
    """Foreign records by the id of their match. Blocking: called from reader threads."""

    def __init__(self, path: Path) -> None:
        self._lock: Final = Lock()
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.executescript(_SCHEMA)

    def find(self, match_id: str) -> Archived | None:
        """The record of a match."""
        statement = f"SELECT {_COLUMNS}, position FROM archive WHERE match_id = ?"  # noqa: S608 (columns are ours)
        with self._lock:
            row = self._connection.execute(statement, (match_id,)).fetchone()
        return Archived(*row) if row else None

    def lines(self, match_id: str) -> list[bytes] | None:
        """The lines of a record without their ends."""
        with self._lock:
            row = self._connection.execute("SELECT record FROM archive WHERE match_id = ?", (match_id,)).fetchone()
        return zlib.decompress(row[0]).split(b"\n")[:-1] if row else None

    def keep(self, archived: Archived, content: bytes) -> None:
        """Stores a record, in the place of a shorter one of the same match."""
        values = msgspec.structs.astuple(archived)[:-1]
        with self._lock, self._connection:
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM archive WHERE match_id = ?", (archived.match_id,))
            self._connection.execute(
                f"INSERT INTO archive ({_COLUMNS}, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 (columns are ours)
                (*values, zlib.compress(content)),
            )

    def page(self, game: str, before: int, size: int) -> list[Archived]:
        """Records from the latest import on, older than a position."""
        where = "position < ?" + (" AND game = ?" if game else "")
        statement = f"SELECT {_COLUMNS}, position FROM archive WHERE {where} ORDER BY position DESC LIMIT ?"  # noqa: S608 (columns are ours)
        with self._lock:
            rows = self._connection.execute(statement, (before, *([game] if game else []), size)).fetchall()
        return [Archived(*row) for row in rows]

    def size(self) -> int:
        """The bytes that all records take."""
        with self._lock:
            return int(self._connection.execute("SELECT coalesce(sum(length(record)), 0) FROM archive").fetchone()[0])

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()
