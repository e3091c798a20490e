"""A PostgreSQL schema as the place of a view."""

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
        """See ``Session``."""
        try:
            return self._connection.execute(_placed(statement), values)
        except psycopg.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value | bytes]]) -> None:
        """See ``Session``."""
        try:
            with self._connection.cursor() as cursor:
                cursor.executemany(_placed(statement), rows)
        except psycopg.Error as error:
            raise StoreUnavailableError(str(error)) from error

    def stream(self, statement: str) -> Iterator[Sequence[Any]]:
        """See ``Session``."""
        with self._connection.cursor(name="clio_stream") as cursor:
            cursor.itersize = _PAGE
            cursor.execute(_placed(statement))
            yield from cursor


class PostgresDatabase(Database):
    """A schema of its own; connections are kept for the next who reads."""

    # Ordered by code points, as SQLite does, whatever the database's language.
    types: ClassVar[dict[Kind, str]] = {
        "text": 'TEXT COLLATE "C"',
        "integer": "BIGINT",
        "real": "DOUBLE PRECISION",
    }
    blob: ClassVar[str] = "BYTEA"
    lock: ClassVar[str] = " FOR UPDATE"
    alone: ClassVar[str] = "LOCK TABLE {} IN EXCLUSIVE MODE"

    def __init__(self, url: str, schema: str) -> None:
        self._url: Final = url
        self._schema: Final = schema
        self._idle: list[psycopg.Connection[Any]] = []
        self._lock: Final = Lock()
        self._closed = False

    def create(self, statements: Sequence[str]) -> None:
        """See ``Database``."""
        with self.writing() as session:
            # Two servers that start at once must not both create it.
            session.execute("SELECT pg_advisory_xact_lock(hashtext(?))", (self._schema,))
            session.execute(f'CREATE SCHEMA IF NOT EXISTS "{self._schema}"')
            for statement in statements:
                session.execute(statement)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """See ``Database``."""
        with self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """See ``Database``."""
        with self._transaction("BEGIN") as session:
            yield session

    def close(self) -> None:
        """See ``Database``."""
        with self._lock:
            self._closed = True
            for connection in self._idle:
                connection.close()
            self._idle.clear()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Session]:
        connection = self._begun(begin)
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
            # Closed, not given back: after a restart of the database it would fail for ever.
            connection.close()
            raise StoreUnavailableError(f"{self._schema}: {error}") from error
        except BaseException:
            self._give_back(connection)
            raise
        else:
            self._give_back(connection)

    def _begun(self, begin: str) -> psycopg.Connection[Any]:
        """A connection with its transaction begun; kept ones that a restart of the database has cut are passed over."""
        while (kept := self._kept()) is not None:
            try:
                kept.execute(begin)
            except psycopg.Error:
                kept.close()
            else:
                return kept
        try:
            connection = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
            connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(self._schema)))
            connection.execute(begin)
        except psycopg.Error as error:
            raise StoreUnavailableError(f"{self._schema}: {error}") from error
        return connection

    def _kept(self) -> psycopg.Connection[Any] | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _give_back(self, connection: psycopg.Connection[Any]) -> None:
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


def _placed(statement: str) -> sql.SQL:
    """The driver's own mark for values."""
    return sql.SQL(cast("Any", statement.replace("?", "%s")))
