"""Player names of one server, in a SQLite file beside the record's."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final

from eventsourcing.persistence import Cipher

from clio.projections.storage.private_files import prepare_private_database
from clio.server.eventstore.player_names import SCHEMA, NamesUnavailableError, PlayerNames


class SqlitePlayerNames(PlayerNames):
    """One connection; the lock lets one thread at a time use it."""

    def __init__(self, path: Path, cipher: Cipher | None = None, key: bytes | None = None) -> None:
        super().__init__(cipher, key)
        self._lock: Final = Lock()
        prepare_private_database(path)
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        # An erased name does not stay behind in free pages of the file.
        self._connection.execute("PRAGMA secure_delete=ON")
        self._connection.execute(SCHEMA.format(blob="BLOB"))

    def erase(self, pseudonym: str) -> None:
        """Forgets a name, also in SQLite's own log."""
        super().erase(pseudonym)
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise NamesUnavailableError(str(error)) from error
