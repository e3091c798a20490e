"""The stream's identity in PostgreSQL, and the advisory lock that shows whether a server is the only one.

Every server holds the lock shared, on a connection of its own. A server that gets it exclusively is alone: it draws a
new epoch and key before it shares the lock. Locks end with the session, so after a failover, a restart or a restore of
the database the first server to come back draws a new epoch. Others wait for the lock, and read what was drawn.
"""

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import psycopg
import structlog
from eventsourcing.persistence import Cipher, OperationalError
from psycopg.sql import SQL, Identifier

from clio.server.livestream.stream_identity import TABLE, StreamIdentity, loaded_identity, new_identity, stored_key
from clio.server.settings import SettingsError
from clio.supervision.backoff import Backoff

LOOK_AGAIN: Final = 1.0
_BREATH: Final = 0.1
_LOCK: Final = 0x636C6973
_STATEMENT_SECONDS: Final = 10
_TABLE: Final = Identifier(TABLE)
_SCHEMA: Final = SQL(
    "CREATE TABLE IF NOT EXISTS {} (id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, key BYTEA NOT NULL)"
).format(_TABLE)
_INSERT: Final = SQL("INSERT INTO {} (id, epoch, key) VALUES (1, %s, %s) ON CONFLICT (id) DO NOTHING").format(_TABLE)
_REPLACE: Final = SQL(
    "INSERT INTO {} (id, epoch, key) VALUES (1, %s, %s) "
    "ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, key = excluded.key"
).format(_TABLE)
_SESSION: Final = (
    # A peer whose connection is dead must not keep the lock.
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    f"SET statement_timeout = '{_STATEMENT_SECONDS}s'",
    "SET synchronous_commit = on",
)

Connection = psycopg.Connection[Any]
log = structlog.get_logger()


class PostgresIdentity:
    """A thread that holds the lock, and takes it again after its connection is lost."""

    def __init__(self, url: str, cipher: Cipher | None) -> None:
        self._url: Final = url
        self._cipher: Final = cipher
        self._closing: Final = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_change: Callable[[], None] | None = None
        self._thread: Final = threading.Thread(target=self._run, name="clio-stream-lock", daemon=True)
        self.is_held = False
        self.renewed_at = -math.inf
        try:
            self._connection = self._opened()
        except psycopg.Error as error:
            # Without the cause's text: it may repeat the URL, and with it a password.
            raise OperationalError(f"the live stream's key cannot be read ({type(error).__name__})") from error

    def start(self, on_change: Callable[[], None]) -> None:
        """Starts the thread that holds the session; it calls ``on_change`` after each new identity."""
        self._loop, self._on_change = asyncio.get_running_loop(), on_change
        self._thread.start()

    def close(self) -> None:
        """Ends the thread and its session."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        # PostgreSQL frees the lock of a closed session some time later: a server that starts until then would not
        # find itself alone.
        with contextlib.suppress(psycopg.Error):
            self._connection.execute("SELECT pg_advisory_unlock_all()")
        self._connection.close()

    def _run(self) -> None:
        backoff = Backoff()
        while not self._closing.is_set():
            try:
                if self._connection.closed:
                    self._connection = self._opened()
                self._hold(backoff)
            except (psycopg.Error, SettingsError) as error:
                if self.is_held:
                    log.warning("live.lock_lost", error=type(error).__name__)
                self.is_held = False
                self._connection.close()
                self._closing.wait(backoff.pause())

    def _hold(self, backoff: Backoff) -> None:
        """Detects the end of the session at once, and reads the stored epoch periodically."""
        while not self._closing.is_set():
            look = time.monotonic() + LOOK_AGAIN
            while not self._closing.is_set() and time.monotonic() < look:
                # No notifications are sent: waiting on the socket detects that it was closed.
                list(self._connection.notifies(timeout=_BREATH))
            found = _stored(self._connection)
            if found is None:
                raise psycopg.OperationalError("the stream's identity was removed")
            self._learn(loaded_identity(*found, self._cipher))
            backoff.reset()

    def _opened(self) -> Connection:
        """A session that holds the lock."""
        connection = _connected(self._url)
        try:
            self._learn(self._taken(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    def _learn(self, identity: StreamIdentity) -> None:
        is_new = identity != getattr(self, "current", None)
        self.current = identity
        if is_new and self._loop is not None and self._on_change is not None and not self._loop.is_closed():
            log.info("live.new_epoch", epoch=identity.epoch)
            self.renewed_at = time.monotonic()
            self._loop.call_soon_threadsafe(self._on_change)
        self.is_held = True

    def _taken(self, connection: Connection) -> StreamIdentity:
        """The identity, once the shared lock is held; drawn where no other server has the record open."""
        create_table(connection)
        alone = _value(connection, "SELECT pg_try_advisory_lock(%s)")
        if not alone:
            _value(connection, "SELECT pg_advisory_lock_shared(%s)")
        found = _stored(connection)
        if alone or found is None:
            found = self._drawn(connection, replace=alone)
        if alone:
            # The shared lock is taken before the exclusive one is released: no other server finds itself alone.
            _value(connection, "SELECT pg_advisory_lock_shared(%s)")
            _value(connection, "SELECT pg_advisory_unlock(%s)")
        return loaded_identity(*found, self._cipher)

    def _drawn(self, connection: Connection, *, replace: bool) -> tuple[str, bytes]:
        fresh = new_identity()
        values = (fresh.epoch, stored_key(fresh, self._cipher))
        connection.execute(_REPLACE if replace else _INSERT, values)
        found = _stored(connection)
        if found is None:
            raise psycopg.OperationalError("the stream's identity was removed")
        return found


def create_table(connection: Connection) -> None:
    """Creates a missing table; a server without that right needs an existing one."""
    row = connection.execute("SELECT to_regclass(%s)", (TABLE,)).fetchone()
    if row is None or row[0] is None:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK + 1,))
            connection.execute(_SCHEMA)


def create_table_at(url: str) -> None:
    """The same, for a database that no server has used yet."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2, application_name="clio-migrate") as connection:
            create_table(connection)
    except psycopg.Error as error:
        raise OperationalError(type(error).__name__) from error


def renew_epoch(connection: Connection) -> None:
    """Stores a new epoch in the connection's transaction, which replaces the record."""
    row = connection.execute("SELECT to_regclass(%s)", (TABLE,)).fetchone()
    if row is not None and row[0] is not None:
        connection.execute(SQL("UPDATE {} SET epoch = %s").format(_TABLE), (new_identity().epoch,))


def _connected(url: str) -> Connection:
    connection = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=2,
        application_name="clio-stream-lock",
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
    )
    try:
        for statement in _SESSION:
            connection.execute(statement.encode())
    except BaseException:
        connection.close()
        raise
    return connection


def _stored(connection: Connection) -> tuple[str, bytes] | None:
    row = connection.execute(SQL("SELECT epoch, key FROM {} WHERE id = 1").format(_TABLE)).fetchone()
    return (str(row[0]), bytes(row[1])) if row is not None else None


def _value(connection: Connection, statement: str) -> bool:
    row = connection.execute(statement.encode(), (_LOCK,)).fetchone()
    return row is not None and row[0] is True
