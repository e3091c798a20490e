"""Player names in PostgreSQL, shared by all servers of an event store."""

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from eventsourcing.persistence import Cipher

from clio.projections.storage.postgres_pool import PostgresPool
from clio.server.eventstore.player_names import SCHEMA, TABLE, NamesUnavailableError, PlayerNames

_LOCK: Final = 0x636C696E


class PostgresPlayerNames(PlayerNames):
    """Borrows a connection of the pool for every statement, which commits by itself."""

    def __init__(self, pool: PostgresPool, cipher: Cipher | None = None, key: bytes | None = None) -> None:
        super().__init__(cipher, key)
        self._pool: Final = pool
        if self._run("SELECT to_regclass(?)", TABLE)[0][0] is None:
            self._create()

    def close(self) -> None:
        """Does nothing: the pool is closed by its owner."""

    def _create(self) -> None:
        """Creates the table, one server at a time."""
        try:
            with self._pool.checked() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                connection.execute(SCHEMA.format(blob="BYTEA").encode())
        except psycopg.Error as error:
            raise NamesUnavailableError(type(error).__name__) from error

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._pool.checked() as connection:
                # PostgreSQL rejects NUL in texts; no stored name has one.
                storable = [value.replace("\0", "\1") if isinstance(value, str) else value for value in values]
                done = connection.execute(statement.replace("?", "%s").encode(), storable or None)
                return done.fetchall() if done.description else []
        except psycopg.Error as error:
            # Without the text of the cause: it may contain the URL and its password.
            raise NamesUnavailableError(type(error).__name__) from error
