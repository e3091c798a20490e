"""The stream's identity in a SQLite record, which one server has open at a time."""

import math
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from eventsourcing.persistence import Cipher, PersistenceError

from clio.server.livestream.stream_identity import TABLE, new_identity, stored_key

_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS {TABLE} (
  id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, key BLOB NOT NULL)
"""
_BUSY_SECONDS: Final = 10.0


class SqliteIdentity:
    """Drawn again by every server that starts: the folder's lock says that no other server has the record open."""

    is_held = True
    renewed_at = -math.inf

    def __init__(self, path: Path, cipher: Cipher | None) -> None:
        self.current = new_identity()
        try:
            with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute(_SCHEMA)
                connection.execute(
                    f"INSERT OR REPLACE INTO {TABLE} (id, epoch, key) VALUES (1, ?, ?)",  # noqa: S608 (a name of our own)
                    (self.current.epoch, stored_key(self.current, cipher)),
                )
        except sqlite3.Error as error:
            raise PersistenceError(str(error)) from error

    def start(self, on_change: Callable[[], None]) -> None:
        """Never calls: the epoch lasts as long as the lock."""

    def close(self) -> None:
        """Nothing is held: the folder's lock is released with the folder."""
