"""A PostgreSQL schema that holds a view."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, cast

import psycopg
from psycopg import sql

from clio.projections.storage.database import Cursor, Database, Session, StoreUnavailableError
from clio.projections.storage.postgres_pool import PostgresPool
from clio.projections.table import Kind, Value

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
    """One schema per view."""

    # Sorted by code points as in SQLite, whatever the database's locale.
    types: ClassVar[dict[Kind, str]] = {
        "text": 'TEXT COLLATE "C"',
        "integer": "BIGINT",
        "real": "DOUBLE PRECISION",
    }
    blob: ClassVar[str] = "BYTEA"
    row_lock: ClassVar[str] = " FOR UPDATE"
    table_lock: ClassVar[str] = "LOCK TABLE {} IN EXCLUSIVE MODE"

    def __init__(self, pool: PostgresPool, schema: str) -> None:
        self._pool: Final = pool
        self._schema: Final = schema
        # The pool lends its connections to other views and stores too: what is set ends with the transaction.
        self._session: Final = sql.SQL(
            "SET LOCAL search_path TO {}; SET LOCAL idle_in_transaction_session_timeout = 0"
        ).format(sql.Identifier(schema))

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
        """Does nothing: the pool is closed by its owner."""

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Session]:
        try:
            begin_here = sql.SQL("; ").join([sql.SQL(cast("Any", begin)), self._session])
            with self._pool.for_view(begin_here) as connection, _unprepared(connection):
                try:
                    yield PostgresSession(connection)
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")
        except psycopg.Error as error:
            raise StoreUnavailableError(f"{self._schema}: {error}") from error


@contextmanager
def _unprepared(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Prepares no statements: the same text means another schema in the next transaction."""
    threshold, connection.prepare_threshold = connection.prepare_threshold, None
    try:
        yield
    finally:
        connection.prepare_threshold = threshold


def drop_schema(pool: PostgresPool, schema: str) -> None:
    """Removes a view with all its tables."""
    try:
        with pool.checked() as connection:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
    except psycopg.Error as error:
        raise StoreUnavailableError(f"{schema}: {error}") from error


def _with_placeholders(statement: str) -> sql.SQL:
    """Replaces question marks by the driver's placeholder."""
    return sql.SQL(cast("Any", statement.replace("?", "%s")))
