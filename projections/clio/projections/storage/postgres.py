"""A PostgreSQL schema that holds a view."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, ClassVar, Final, cast

import psycopg
from psycopg import sql

from clio.projections.storage.database import Cursor, Database, Session, StoreUnavailableError
from clio.projections.table import Kind, Value

CONNECT_SECONDS: Final = 10
_PAGE: Final = 1000


class PostgresSession:
    """A transaction on one connection."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection: Final = connection

    def execute(self, statement: str, values: Sequence[Value | bytes] = ()) -> Cursor:
        """Runs a statement."""
        try:
            return self._connection.execute(_with_placeholders(statement), values)
        except psycopg.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value | bytes]]) -> None:
        """Runs a statement once for each row of values."""
        try:
            with self._connection.cursor() as cursor:
                cursor.executemany(_with_placeholders(statement), rows)
        except psycopg.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def stream(self, statement: str) -> Iterator[Sequence[Any]]:
        """Streams the rows of a large result."""
        with self._connection.cursor(name="clio_stream") as cursor:
            cursor.itersize = _PAGE
            cursor.execute(_with_placeholders(statement))
            yield from cursor


class PostgresDatabase(Database):
    """One schema per view; idle connections are reused."""

    # Sorted by code points as in SQLite, whatever the database's locale.
    types: ClassVar[dict[Kind, str]] = {
        "text": 'TEXT COLLATE "C"',
        "integer": "BIGINT",
        "real": "DOUBLE PRECISION",
    }
    blob: ClassVar[str] = "BYTEA"
    row_lock: ClassVar[str] = " FOR UPDATE"
    table_lock: ClassVar[str] = "LOCK TABLE {} IN EXCLUSIVE MODE"

    def __init__(self, url: str, schema: str) -> None:
        self._url: Final = url
        self._schema: Final = schema
        self._idle: list[psycopg.Connection[Any]] = []
        self._lock: Final = Lock()
        self._closed = False

    def create(self, statements: Sequence[str]) -> None:
        """Creates missing tables."""
        with self.writing() as session:
            # Two servers that start at the same time must not both create it.
            session.execute("SELECT pg_advisory_xact_lock(hashtext(?))", (self._schema,))
            session.execute(f'CREATE SCHEMA IF NOT EXISTS "{self._schema}"')
            for statement in statements:
                session.execute(statement)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Begins a read transaction with a consistent snapshot."""
        with self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Begins a write transaction."""
        with self._transaction("BEGIN") as session:
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
        connection = self._begin(begin)
        try:
            try:
                yield PostgresSession(connection)
                connection.execute("COMMIT")
            except (psycopg.Error, StoreUnavailableError):
                raise
            except BaseException:
                connection.execute("ROLLBACK")
                raise
        except (psycopg.Error, StoreUnavailableError) as error:
            # Closed, not reused: after a restart of the database it would fail for ever.
            connection.close()
            raise StoreUnavailableError(f"{self._schema}: {error}") from error
        except BaseException:
            self._release(connection)
            raise
        else:
            self._release(connection)

    def _begin(self, begin: str) -> psycopg.Connection[Any]:
        """Returns a connection with a transaction; skips idle connections that a restart of the database has cut."""
        while (idle := self._idle_connection()) is not None:
            try:
                idle.execute(begin)
            except psycopg.Error:
                idle.close()
            else:
                return idle
        connection = None
        try:
            connection = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
            connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(self._schema)))
            connection.execute(begin)
        except psycopg.Error as error:
            if connection is not None:
                connection.close()
            raise StoreUnavailableError(f"{self._schema}: {error}") from error
        return connection

    def _idle_connection(self) -> psycopg.Connection[Any] | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _release(self, connection: psycopg.Connection[Any]) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


def drop_schema(url: str, schema: str) -> None:
    """Removes a view with all its tables."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
    except psycopg.Error as error:
        raise StoreUnavailableError(f"{schema}: {error}") from error


def _with_placeholders(statement: str) -> sql.SQL:
    """Replaces question marks by the driver's placeholder."""
    return sql.SQL(cast("Any", statement.replace("?", "%s")))
