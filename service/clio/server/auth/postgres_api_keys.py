"""API keys in PostgreSQL, shared by all servers of an event store."""

from typing import Any, Final

import psycopg

from clio.projections.storage.postgres_pool import PostgresPool
from clio.server.auth.api_key_store import KeysUnavailableError, decoded, encoded
from clio.server.auth.api_keys import ApiKey

_LOCK: Final = 0x636C696B
_SCHEMA: Final = """
CREATE SEQUENCE IF NOT EXISTS clio_keys_version;
CREATE TABLE IF NOT EXISTS clio_keys (
  id TEXT PRIMARY KEY, version BIGINT NOT NULL DEFAULT nextval('clio_keys_version'), document BYTEA NOT NULL)
"""


class PostgresKeyStore:
    """Borrows a connection of the pool for every statement, which commits by itself."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool: Final = pool
        if self._run("SELECT to_regclass('clio_keys')")[0][0] is None:
            self._create()

    def all(self) -> list[ApiKey]:
        """Returns every key, including revoked ones."""
        return [decoded(bytes(row[0])) for row in self._run("SELECT document FROM clio_keys")]

    def version(self) -> str:
        """Returns a sum, not the maximum: transactions do not commit in the order of their numbers."""
        count, total = self._run("SELECT count(*), coalesce(sum(version), 0) FROM clio_keys")[0]
        return f"{count}/{total}"

    def add(self, key: ApiKey) -> bool:
        """Stores a new key; False if the id exists."""
        statement = "INSERT INTO clio_keys (id, document) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id"
        return bool(self._run(statement, key.id, encoded(key)))

    def replace(self, key: ApiKey) -> None:
        """Updates a key."""
        statement = (
            "UPDATE clio_keys SET document = %s, version = nextval('clio_keys_version') WHERE id = %s RETURNING id"
        )
        self._run(statement, encoded(key), key.id)

    def close(self) -> None:
        """Does nothing: the pool is closed by its owner."""

    def _create(self) -> None:
        """Creates the schema, one server at a time."""
        try:
            with self._pool.checked() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                connection.execute(_SCHEMA)
        except psycopg.Error as error:
            raise KeysUnavailableError(type(error).__name__) from error

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._pool.checked() as connection:
                return connection.execute(statement.encode(), values).fetchall()
        except psycopg.Error as error:
            # Without the text of the cause: it may contain the URL and its password.
            raise KeysUnavailableError(type(error).__name__) from error
