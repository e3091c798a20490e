"""The connection pool of one process for one PostgreSQL database.

Event store, archive, API keys, player names and views share it.

Sessions that a pool cannot lend are apart from it: the log listener (LISTEN), the stream identity (an advisory lock for
as long as the server runs) and the deployment's clock, whose beat must not wait for a connection.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, Final

import psycopg
from psycopg.abc import Query
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

MIN_CONNECTIONS: Final = 2
"""A projection that writes its view may read the event store meanwhile."""
DEFAULT_CONNECTIONS: Final = 10
CONNECT_SECONDS: Final = 2
_PAUSE_SECONDS: Final = 0.05
_IDLE_IN_TRANSACTION_SECONDS: Final = 3
"""A server that is stopped in the middle of a commit holds the table's lock no longer than this."""

Connection = psycopg.Connection[Any]


class PostgresPool:
    """Lends connections in autocommit mode, at most ``max_size`` at a time."""

    def __init__(self, url: str, max_size: int = DEFAULT_CONNECTIONS) -> None:
        size = max(MIN_CONNECTIONS, max_size)
        self._arguments: Final[dict[str, Any]] = {
            "application_name": "clio",
            **conninfo_to_dict(url, connect_timeout=CONNECT_SECONDS),
            "autocommit": True,
        }
        self._pool: Final[ConnectionPool[Connection]] = ConnectionPool(
            kwargs=self._arguments,
            min_size=1,
            max_size=size,
            open=False,
            configure=_configure,
            timeout=CONNECT_SECONDS,
            # Back-off would double for as long as the database is away; short attempts notice at once that it is back.
            reconnect_timeout=CONNECT_SECONDS,
        )
        self.max_size: Final = size
        self._views: Final = BoundedSemaphore(size - 1)
        """Bounds the transactions of views: one that reads the event store meanwhile finds a connection left."""

    def wait(self, seconds: float) -> None:
        """Waits for a database that is just starting; raises the database's own reason, not the pool's."""
        give_up = time.monotonic() + seconds
        while True:
            try:
                psycopg.connect(**self._arguments).close()
            except psycopg.Error as error:
                if time.monotonic() > give_up or "authentication failed" in str(error):
                    raise
                time.sleep(_PAUSE_SECONDS)
            else:
                return

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Lends a connection; it may have been cut by a restart of the database."""
        self._pool.open()
        with self._pool.connection() as connection:
            yield connection

    @contextmanager
    def checked(self, probe: Query = "") -> Iterator[Connection]:
        """Lends a connection on which ``probe`` was run: those that were cut are replaced."""
        for _ in range(self.max_size):
            with self.connection() as connection:
                if _works(connection, probe):
                    yield connection
                    return
        with self.connection() as connection:
            connection.execute(probe, prepare=False)
            yield connection

    @contextmanager
    def for_view(self, begin: Query) -> Iterator[Connection]:
        """Lends a connection for a transaction of a view, which ``begin`` has begun."""
        if not self._views.acquire(timeout=CONNECT_SECONDS):
            raise PoolTimeout(f"no connection for a view after {CONNECT_SECONDS} seconds")
        try:
            with self.checked(begin) as connection:
                yield connection
        finally:
            self._views.release()

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()


def _works(connection: Connection, probe: Query) -> bool:
    try:
        # Never prepared: a probe may have several statements.
        connection.execute(probe, prepare=False)
    except psycopg.Error:
        # A broken connection is not lent again.
        connection.close()
        return False
    return True


def _configure(connection: Connection) -> None:
    connection.execute(f"SET idle_in_transaction_session_timeout = '{_IDLE_IN_TRANSACTION_SECONDS}s'".encode())
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
