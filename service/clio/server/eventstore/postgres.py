"""PostgreSQL persistence of the event store: synced commits, bounded retries, several servers at once.

Connections to the database: the event store has a pool. The log listener and the stream identity need a session of
their own, for LISTEN and for advisory locks. The API keys and the archive share one connection each behind a lock:
their calls are rare. The projections keep idle connections per generation, each bound to its schema by search_path.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import psycopg
from eventsourcing import postgres
from eventsourcing.persistence import InterfaceError, OperationalError, ProgrammingError, StoredEvent
from eventsourcing.utils import Environment, EnvType
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

START_SECONDS: Final = 15.0
PATIENCE_SECONDS: Final = 3.0
"""How long a broken connection is tried again before the call is refused; a restart's stale ones take less."""
_PAUSE_SECONDS: Final = 0.05
_CONNECT_SECONDS: Final = 2
_IDLE_IN_TRANSACTION_SECONDS: Final = 3
"""A server that is stopped in the middle of a commit holds the table's lock no longer than this."""
_LOCK_SECONDS: Final = 10
_EXTRA: Final = "CLIO_POSTGRES_EXTRA"
_SCHEMA_LOCK: Final = 0x636C696F
_PLAIN: Final = {"dbname", "host", "port", "user", "password"}

T = TypeVar("T")


def environment(url: str, pool_size: int) -> dict[str, str]:
    """The library's settings for a database URL; what it has none for (TLS and such) goes to every connection."""
    given = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
    extra = {name: value for name, value in given.items() if name not in _PLAIN}
    return {
        "PERSISTENCE_MODULE": __name__,
        "POSTGRES_DBNAME": given.get("dbname", ""),
        "POSTGRES_HOST": given.get("host", ""),
        "POSTGRES_PORT": given.get("port", "5432"),
        "POSTGRES_USER": given.get("user", ""),
        "POSTGRES_PASSWORD": given.get("password", ""),
        "POSTGRES_CONNECT_TIMEOUT": str(_CONNECT_SECONDS),
        "POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT": str(_IDLE_IN_TRANSACTION_SECONDS),
        "POSTGRES_LOCK_TIMEOUT": str(_LOCK_SECONDS),
        "POSTGRES_POOL_SIZE": "2",
        "POSTGRES_MAX_OVERFLOW": str(max(0, pool_size - 2)),
        _EXTRA: json.dumps(extra),
    }


def patiently(act: Callable[..., T]) -> Callable[..., T]:
    """Instead of the library's ten tries, each with the pool's whole time-out: tries again for a bounded time."""
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
    """Judges events before every attempt to insert them."""

    @patiently
    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:  # noqa: ANN401 (the library's signature)
        """Stores events, once they were judged."""
        if self.check is not None:
            self.check(stored_events)
        return cast("Sequence[int] | None", _INSERT_ONCE(self, stored_events, **kwargs))

    @patiently
    def select_states(self, match_id: str, after: int, limit: int | None, *, newest: bool = False) -> list[bytes]:
        """What is stored of a match's next events, or of its newest ones, without the library's objects around it."""
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


class Factory(postgres.PostgresFactory):
    """Makes the recorders; the library finds it through PERSISTENCE_MODULE."""

    application_recorder_class = SharedRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        # Back-off would double for as long as the database is away; short attempts notice at once that it is back.
        pool.reconnect_timeout = float(_CONNECT_SECONDS)
        extra: Mapping[str, str] = json.loads(self.env.get(_EXTRA) or "{}")
        given = {name: value for name, value in cast("dict[str, Any]", pool.kwargs).items() if value != ""}
        pool.kwargs = {"connect_timeout": _CONNECT_SECONDS, "application_name": "clio", **given, **extra}
        _await_database(pool.kwargs)
        pool._configure = _configure(pool._configure)  # noqa: SLF001 (no other way in)


def _await_database(arguments: dict[str, Any]) -> None:
    """Waits for a database that is just starting; the reason why it cannot be had is its own, not the pool's."""
    give_up = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(**arguments).close()
        except psycopg.Error as error:
            if time.monotonic() > give_up or "authentication failed" in str(error):
                raise OperationalError(str(error).strip().partition("\n")[0]) from error
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def _configure(configure: Callable[[Any], None] | None) -> Callable[[Any], None]:
    def configured(connection: psycopg.Connection[Any]) -> None:
        if configure is not None:
            configure(connection)
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )

    return configured


def _refuse_unsynced(connection: psycopg.Connection[Any]) -> None:
    """A database that does not sync may lose what it has committed."""
    row = connection.execute("SHOW fsync").fetchone()
    if row is None or row["fsync"] != "on":
        raise ProgrammingError("PostgreSQL runs with fsync=off: a crash would lose moves that were acknowledged")
