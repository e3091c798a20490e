"""The archive: records from elsewhere, in a file of their own, never among the matches played here."""

import sqlite3
import zlib
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast

import msgspec
from eventsourcing.persistence import Cipher

from projections.stores.private_files import prepare_private_database
from service.record.cipher import refuse_other_cipher

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS archive (
  position INTEGER PRIMARY KEY AUTOINCREMENT, match_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
  seq INTEGER NOT NULL, digest BLOB NOT NULL, key BLOB NOT NULL, source TEXT NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BLOB NOT NULL, record BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS archive_by_game ON archive (game, position);
"""
_COLUMNS: Final = "match_id, game, seq, digest, key, source, imported_at, updated_at, match"
NEWEST: Final = 2**62
_ENCIPHERED: Final = 1
"""What SQLite's user_version says of an archive with a cipher."""


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
    """Foreign records by the id of their match. Blocking: called from reader threads.

    With a cipher the record itself, the message made of it and its source are enciphered; the rest stays readable.
    """

    def __init__(self, path: Path, cipher: Cipher | None = None) -> None:
        self._lock: Final = Lock()
        self._cipher: Final = cipher
        prepare_private_database(path)
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.executescript(_SCHEMA)
            self._refuse_other_cipher()
        except BaseException:
            self._connection.close()
            raise

    def find(self, match_id: str) -> Archived | None:
        """The record of a match."""
        statement = f"SELECT {_COLUMNS}, position FROM archive WHERE match_id = ?"  # noqa: S608 (columns are ours)
        with self._lock:
            row = self._connection.execute(statement, (match_id,)).fetchone()
        return self._readable(row) if row else None

    def lines(self, match_id: str) -> list[bytes] | None:
        """The lines of a record without their ends."""
        with self._lock:
            row = self._connection.execute("SELECT record FROM archive WHERE match_id = ?", (match_id,)).fetchone()
        return zlib.decompress(self._plain(row[0])).split(b"\n")[:-1] if row else None

    def keep(self, archived: Archived, content: bytes) -> None:
        """Stores a record, in the place of a shorter one of the same match."""
        *values, source, imported_at, updated_at, match = msgspec.structs.astuple(archived)[:-1]
        values += [self._sealed(source.encode()) if self._cipher else source, imported_at, updated_at]
        values += [self._sealed(match), self._sealed(zlib.compress(content))]
        with self._lock, self._connection:
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM archive WHERE match_id = ?", (archived.match_id,))
            self._connection.execute(
                f"INSERT INTO archive ({_COLUMNS}, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 (columns are ours)
                values,
            )

    def page(self, game: str, before: int, size: int) -> list[Archived]:
        """Records from the latest import on, older than a position."""
        where = "position < ?" + (" AND game = ?" if game else "")
        statement = f"SELECT {_COLUMNS}, position FROM archive WHERE {where} ORDER BY position DESC LIMIT ?"  # noqa: S608 (columns are ours)
        with self._lock:
            rows = self._connection.execute(statement, (before, *([game] if game else []), size)).fetchall()
        return [self._readable(row) for row in rows]

    def following(self, after: int) -> tuple[Archived, bytes] | None:
        """The next record after a position, from the oldest import on, with its content."""
        statement = f"SELECT {_COLUMNS}, position, record FROM archive WHERE position > ? ORDER BY position LIMIT 1"  # noqa: S608 (columns are ours)
        with self._lock:
            row = self._connection.execute(statement, (after,)).fetchone()
        return (self._readable(row[:-1]), zlib.decompress(self._plain(row[-1]))) if row else None

    def size(self) -> int:
        """The bytes that all records take."""
        with self._lock:
            return int(self._connection.execute("SELECT coalesce(sum(length(record)), 0) FROM archive").fetchone()[0])

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _refuse_other_cipher(self) -> None:
        """An archive is enciphered as a whole, with one key, or not at all."""
        row = self._connection.execute("SELECT match FROM archive LIMIT 1").fetchone()
        if row is None:
            self._connection.execute(f"PRAGMA user_version={_ENCIPHERED if self._cipher else 0}")
            return
        enciphered = self._connection.execute("PRAGMA user_version").fetchone()[0] == _ENCIPHERED
        refuse_other_cipher("The archive", row[0] if enciphered else None, self._cipher)

    def _readable(self, row: tuple[Any, ...]) -> Archived:
        found = Archived(*row)
        if self._cipher is None:
            return found
        source = self._plain(cast("bytes", found.source)).decode()
        return msgspec.structs.replace(found, source=source, match=self._plain(found.match))

    def _sealed(self, value: bytes) -> bytes:
        return self._cipher.encrypt(value) if self._cipher else value

    def _plain(self, value: bytes) -> bytes:
        return self._cipher.decrypt(value) if self._cipher else value
