"""SQLite persistence of the event store: every commit is synced, to the file that is still in place."""

import os
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from eventsourcing import sqlite
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.utils import Environment, EnvType

_MAX_ROWS: Final = 128
"""Rows per statement: each number of rows is one prepared statement."""
_KEPT_STATEMENTS: Final = 128
_PAGES_OF_LOG: Final = 4_000
"""Pages (of 4 KiB) in SQLite's own log before they are copied to where they belong: every live match writes to a page
of its own again and again, and only the last of these has to be copied."""


class SyncedConnectionPool(sqlite.SQLiteConnectionPool):
    """Connections on which a commit returns only once it is on disk, and which keep the statements they have prepared.

    Builds of SQLite differ in their default for the first; for the second the library's connections keep one.
    """

    def _create_connection(self) -> sqlite.SQLiteConnection:
        try:
            made = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=_KEPT_STATEMENTS,
                timeout=self.lock_timeout or sqlite.SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
            made.execute("PRAGMA journal_mode=WAL")
            made.execute("PRAGMA synchronous=FULL")
            made.execute(f"PRAGMA wal_autocheckpoint={_PAGES_OF_LOG}")
            # What a statement of many rows may have to undo is kept in memory, not in a file for each statement.
            made.execute("PRAGMA temp_store=MEMORY")
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        made.row_factory = sqlite3.Row
        return sqlite.SQLiteConnection(made, max_age=self.max_age)


class PresentFileRecorder(sqlite.SQLiteApplicationRecorder):
    """Refuses to write to a file that was removed or replaced: the open handle would lose moves."""

    def __init__(self, datastore: sqlite.SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        chosen = f"SELECT state FROM {events_table_name} WHERE originator_id=? AND originator_version>? "  # noqa: S608 (a name of our own)
        self._select_states: Final = chosen + "ORDER BY originator_version LIMIT ?"
        self._select_newest: Final = chosen + "ORDER BY originator_version DESC LIMIT ?"

    def create_table(self) -> None:
        """Creates the table, and remembers which file it is in."""
        super().create_table()
        self._identity = _identity(self.datastore.pool.db_name)

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:  # noqa: ANN401 (the library's signature)
        """Stores events in the file that the server was started on, or not at all."""
        if _identity(self.datastore.pool.db_name) != self._identity:
            raise OperationalError("the record's file was removed or replaced")
        if len(stored_events) > _MAX_ROWS:
            return super().insert_events(stored_events, **kwargs)
        return self._insert_at_once(stored_events)

    def _insert_at_once(self, stored_events: Sequence[StoredEvent]) -> Sequence[int]:
        """Stores events by one statement, which is a transaction of its own.

        Every statement gives the interpreter away, and may have to wait for it: this is one instead of three.
        """
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            try:
                with cursor:
                    return self._insert_events(cursor, stored_events)
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            except sqlite3.OperationalError as error:
                raise OperationalError(error) from error
            except sqlite3.Error as error:
                raise PersistenceError(error) from error

    def select_states(self, match_id: str, after: int, limit: int | None, *, newest: bool = False) -> list[bytes]:
        """Returns the stored bytes of a match's next or newest events, without the library's objects."""
        statement = self._select_newest if newest else self._select_states
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(statement, (match_id, after, -1 if limit is None else limit))
            return [state for (state,) in c.fetchall()]

    def _insert_events(self, c: sqlite.SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:  # noqa: ANN401 (the library's signature)
        """Inserts many rows with one statement, because each statement releases the GIL."""
        positions: list[int] = []
        for start in range(0, len(stored_events), _MAX_ROWS):
            rows = stored_events[start : start + _MAX_ROWS]
            values = [
                value for row in rows for value in (row.originator_id, row.originator_version, row.topic, row.state)
            ]
            c.execute(f"{self.insert_events_statement}{',(?,?,?,?)' * (len(rows) - 1)}", values)
            last = c.lastrowid
            positions += range(last - len(rows) + 1, last + 1)
        return positions


class Factory(sqlite.SQLiteFactory):
    """Builds the recorders; the library finds it through PERSISTENCE_MODULE."""

    application_recorder_class = PresentFileRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        unsynced = self.datastore.pool
        self.datastore.pool = SyncedConnectionPool(
            db_name=unsynced.db_name,
            lock_timeout=unsynced.lock_timeout,
            pool_size=unsynced.pool_size,
            max_overflow=unsynced.max_overflow,
            pool_timeout=unsynced.pool_timeout,
            max_age=unsynced.max_age,
            pre_ping=unsynced.pre_ping,
        )
        unsynced.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 (called for every commit)
    except OSError:
        return None
    return status.st_dev, status.st_ino
