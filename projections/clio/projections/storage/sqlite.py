"""A SQLite file that holds a view: one writer, and readers that never wait for it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final

from clio.projections.storage.database import Cursor, Database, Session, StoreUnavailableError
from clio.projections.storage.private_files import prepare_private_database
from clio.projections.table import Kind, Value

BUSY_SECONDS: Final = 10.0


class SqliteSession:
    """A transaction on one connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection: Final = connection

    def execute(self, statement: str, values: Sequence[Value | bytes] = ()) -> Cursor:
        """Runs a statement."""
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value | bytes]]) -> None:
        """Runs a statement once for each row of values."""
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def stream(self, statement: str) -> Iterator[Sequence[Any]]:
        """Streams the rows of a large result."""
        yield from self._connection.execute(statement)


class SqliteDatabase(Database):
    """A file in WAL mode; idle connections are reused."""

    types: ClassVar[dict[Kind, str]] = {"text": "TEXT", "integer": "INTEGER", "real": "REAL"}
    blob: ClassVar[str] = "BLOB"
    row_lock: ClassVar[str] = ""
    table_lock: ClassVar[str] = ""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._idle: list[sqlite3.Connection] = []
        self._lock: Final = Lock()
        self._closed = False

    def create(self, statements: Sequence[str]) -> None:
        """Creates missing tables."""
        with self.writing() as session:
            for statement in statements:
                session.execute(statement)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Begins a read transaction with a consistent snapshot."""
        with self._transaction("BEGIN") as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Begins a write transaction."""
        # IMMEDIATE: the transaction that reads the position must be the one that updates it.
        with self._transaction("BEGIN IMMEDIATE") as session:
            yield session

    def close(self) -> None:
        """Closes all connections."""
        with self._lock:
            self._closed = True
            for connection in self._idle:
                connection.close()
            self._idle.clear()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Session]:
        connection = self._connect()
        try:
            connection.execute(begin)
            try:
                yield SqliteSession(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except (sqlite3.Error, StoreUnavailableError) as error:
            connection.close()
            raise StoreUnavailableError(f"{self._path.name}: {error}") from error
        except BaseException:
            self._release(connection)
            raise
        else:
            self._release(connection)

    def _connect(self) -> sqlite3.Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        try:
            prepare_private_database(self._path)
            connection = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None
            )
            connection.execute("PRAGMA journal_mode=WAL")
            # A view can be rebuilt from the log, so a lost tail only costs time.
            connection.execute("PRAGMA synchronous=NORMAL")
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailableError(f"{self._path.name}: {error}") from error
        return connection

    def _release(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


def remove(path: Path) -> None:
    """Removes a view's file and SQLite's auxiliary files."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
