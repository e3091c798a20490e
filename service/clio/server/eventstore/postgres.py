"""PostgreSQL persistence of the event store: synced commits, bounded retries, several servers at once."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar, cast

import psycopg
from eventsourcing import postgres
from eventsourcing.persistence import InterfaceError, OperationalError, ProgrammingError, StoredEvent
from eventsourcing.utils import Environment, EnvType
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Identifier

from clio.projections.storage.postgres_pool import PostgresPool

START_SECONDS: Final = 15.0
PATIENCE_SECONDS: Final = 3.0
"""How long a call is retried over broken connections before it fails."""
_PAUSE_SECONDS: Final = 0.05
_LOCK_SECONDS: Final = 10
_SCHEMA_LOCK: Final = 0x636C696F

T = TypeVar("T")


def patiently(act: Callable[..., T]) -> Callable[..., T]:
    """Retries for a bounded time, instead of the library's ten attempts with the pool's full timeout each."""
    once: Callable[..., T] = getattr(act, "__wrapped__", act)

    def try_again(*args: Any, **kwargs: Any) -> T:  # noqa: ANN401 (the library's signatures)
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return once(*args, **kwargs)
            except (InterfaceError, OperationalError):
                if time.monotonic() > give_up:
                    raise
                time.sleep(_PAUSE_SECONDS)

    return try_again


_INSERT_ONCE: Final[Callable[..., Any]] = getattr(
    postgres.PostgresApplicationRecorder.insert_events,
    "__wrapped__",
    postgres.PostgresApplicationRecorder.insert_events,
)


class SharedRecorder(postgres.PostgresApplicationRecorder):
    """A recorder that several servers start on one database at the same time.

    An insert whose commit was lost on the way back is tried again, and turns up as a conflict: the writer's callers
    then find their own events in the record.
    """

    select_events = patiently(postgres.PostgresApplicationRecorder.select_events)
    select_notifications = patiently(postgres.PostgresApplicationRecorder.select_notifications)
    max_notification_id = patiently(postgres.PostgresApplicationRecorder.max_notification_id)

    has_created = False
    check: Callable[[Sequence[StoredEvent]], None] | None = None
    """Checks events before every attempt to insert them."""

    @patiently
    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:  # noqa: ANN401 (the library's signature)
        """Checks events, then stores them."""
        if self.check is not None:
            self.check(stored_events)
        return cast("Sequence[int] | None", _INSERT_ONCE(self, stored_events, **kwargs))

    @patiently
    def select_states(self, match_id: str, after: int, limit: int | None, *, newest: bool = False) -> list[bytes]:
        """Returns the stored bytes of a match's next or newest events, without the library's objects."""
        statement = SQL(
            "SELECT state FROM {schema}.{table} WHERE originator_id = %s AND originator_version > %s "
            "ORDER BY originator_version {order} LIMIT %s"
        ).format(
            schema=Identifier(self.datastore.schema),
            table=Identifier(self.events_table_name),
            order=SQL("DESC" if newest else "ASC"),
        )
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(statement, (match_id, after, limit), prepare=True)
            return [bytes(state) for (state,) in cursor.fetchall()]

    def create_table(self) -> None:
        """Creates what is missing, one server at a time."""
        with self.datastore.get_connection() as connection:
            _refuse_unsynced(connection)
        if self.is_migrated():
            self.datastore.register_type_adapters()
            return
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (_SCHEMA_LOCK,))
            try:
                super().create_table()
                self.has_created = True
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (_SCHEMA_LOCK,))

    def is_migrated(self) -> bool:
        """Whether the table is there: a server without the right to create one needs no more."""
        with self.datastore.get_connection() as connection:
            row = connection.execute(
                "SELECT to_regclass(%s) AS found", (f"{self.datastore.schema}.{self.notification_id_index_name}",)
            ).fetchone()
        return row is not None and row["found"] is not None


class _LentConnections:
    """The part of a pool that the library's datastore uses: connections with rows as dictionaries."""

    def __init__(self, pool: PostgresPool, *, is_owned: bool) -> None:
        self._pool: Final = pool
        self._is_owned: Final = is_owned

    def open(self, wait: bool, timeout: float) -> None:  # noqa: FBT001 (the library's signature)
        """Does nothing: the pool opens with its first connection."""

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        """Lends a connection."""
        with self._pool.connection() as connection:
            connection.row_factory = dict_row
            try:
                yield connection
            finally:
                connection.row_factory = tuple_row

    def close(self) -> None:
        """Closes the pool if the event store owns it."""
        if self._is_owned:
            self._pool.close()


class Factory(postgres.PostgresFactory):
    """Makes the recorders, over a pool that others may share."""

    application_recorder_class = SharedRecorder

    def __init__(self, env: Environment | EnvType | None, pool: PostgresPool, *, is_owned: bool) -> None:
        super().__init__(env)
        unused, datastore = self.datastore.pool, cast("Any", self.datastore)
        unused.close()
        datastore.pool = _LentConnections(pool, is_owned=is_owned)
        try:
            pool.wait(START_SECONDS)
        except psycopg.Error as error:
            raise OperationalError(str(error).strip().partition("\n")[0]) from error


def new_factory(pool: PostgresPool, *, is_owned: bool) -> Callable[[Environment], Factory]:
    """Returns the constructor of the event store's factory."""
    return lambda env: Factory(env, pool, is_owned=is_owned)


ENVIRONMENT: Final[Mapping[str, str]] = {
    # The library demands all of these; the pool knows the database.
    "POSTGRES_DBNAME": "-",
    "POSTGRES_HOST": "-",
    "POSTGRES_PORT": "-",
    "POSTGRES_USER": "-",
    "POSTGRES_PASSWORD": "-",
    "POSTGRES_LOCK_TIMEOUT": str(_LOCK_SECONDS),
}
"""The library's settings."""


def _refuse_unsynced(connection: psycopg.Connection[Any]) -> None:
    """Refuses a database with fsync off: it may lose commits."""
    row = connection.execute("SHOW fsync").fetchone()
    if row is None or row["fsync"] != "on":
        raise ProgrammingError("PostgreSQL runs with fsync=off: a crash would lose moves that were acknowledged")
