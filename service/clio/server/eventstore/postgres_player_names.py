"""Player names in PostgreSQL, shared by all servers of an event store."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

import psycopg
from eventsourcing.persistence import Cipher

from clio.server.eventstore.player_names import SCHEMA, TABLE, NamesUnavailableError, PlayerNames

_LOCK: Final = 0x636C696E


class PostgresPlayerNames(PlayerNames):
    """Uses one connection and reconnects when it breaks; every statement commits by itself."""

    def __init__(self, url: str, cipher: Cipher | None = None, key: bytes | None = None) -> None:
        super().__init__(cipher, key)
        self._url: Final = url
        self._lock: Final = Lock()
        self._connection: psycopg.Connection[Any] | None = None
        if self._run("SELECT to_regclass(?)", TABLE)[0][0] is None:
            self._create()

    def close(self) -> None:
        """Closes the connection."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _create(self) -> None:
        """Creates the table, one server at a time."""
        try:
            with self._lock, self._connected() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                connection.execute(SCHEMA.format(blob="BYTEA").encode())
        except psycopg.Error as error:
            raise NamesUnavailableError(type(error).__name__) from error

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._lock:
                done = self._connected().execute(statement.replace("?", "%s").encode(), values or None)
                return done.fetchall() if done.description else []
        except psycopg.Error as error:
            # Without the text of the cause: it may contain the URL and its password.
            raise NamesUnavailableError(type(error).__name__) from error

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=2, application_name="clio-names"
            )
        return self._connection
