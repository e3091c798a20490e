"""Keys in PostgreSQL, shared by all servers of a record."""

from threading import Lock
from typing import Any, Final

import psycopg

from clio.server.auth.api_key_store import KeysUnavailableError, decoded, encoded
from clio.server.auth.api_keys import ApiKey

_LOCK: Final = 0x636C696B
_SCHEMA: Final = """
CREATE SEQUENCE IF NOT EXISTS clio_keys_version;
CREATE TABLE IF NOT EXISTS clio_keys (
  id TEXT PRIMARY KEY, version BIGINT NOT NULL DEFAULT nextval('clio_keys_version'), document BYTEA NOT NULL)
"""


class PostgresKeyStore:
    """One connection, made again when it breaks; every statement commits by itself."""

    def __init__(self, url: str) -> None:
        self._url: Final = url
        self._guard: Final = Lock()
        self._connection: psycopg.Connection[Any] | None = None
        if self._run("SELECT to_regclass('clio_keys')")[0][0] is None:
            self._create()

    def all(self) -> list[ApiKey]:
        """Every key, revoked ones too."""
        return [decoded(bytes(row[0])) for row in self._run("SELECT document FROM clio_keys")]

    def version(self) -> str:
        """A sum, not the highest: transactions do not commit in the order of their numbers."""
        count, total = self._run("SELECT count(*), coalesce(sum(version), 0) FROM clio_keys")[0]
        return f"{count}/{total}"

    def add(self, key: ApiKey) -> bool:
        """Keeps a new key; False if there is one of that id."""
        statement = "INSERT INTO clio_keys (id, document) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id"
        return bool(self._run(statement, key.id, encoded(key)))

    def replace(self, key: ApiKey) -> None:
        """Keeps what has changed of a key."""
        statement = (
            "UPDATE clio_keys SET document = %s, version = nextval('clio_keys_version') WHERE id = %s RETURNING id"
        )
        self._run(statement, encoded(key), key.id)

    def close(self) -> None:
        """Ends the connection."""
        with self._guard:
            if self._connection is not None:
                self._connection.close()

    def _create(self) -> None:
        """Creates what is missing, one server at a time."""
        try:
            with self._guard, self._connected() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                connection.execute(_SCHEMA)
        except psycopg.Error as error:
            raise KeysUnavailableError(type(error).__name__) from error

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._guard:
                return self._connected().execute(statement.encode(), values).fetchall()
        except psycopg.Error as error:
            # Without the cause's text: it may repeat the URL, and with it a password.
            raise KeysUnavailableError(type(error).__name__) from error

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=2, application_name="clio-keys"
            )
        return self._connection
