"""The store of API keys: the protocol, and the SQLite file of a single server."""

import sqlite3
from pathlib import Path
from threading import Lock
from typing import Final, Protocol

import msgspec
from eventsourcing.persistence import PersistenceError

from clio.projections.storage.private_files import prepare_private_database
from clio.server.auth.api_keys import ApiKey

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS clio_keys (id TEXT PRIMARY KEY, document BLOB NOT NULL)"
_DECODER: Final = msgspec.json.Decoder(ApiKey)


class KeysUnavailableError(PersistenceError):
    """The keys cannot be read or written."""


class KeyStore(Protocol):
    """Stores API keys. Blocking: called in threads."""

    def all(self) -> list[ApiKey]:
        """Returns every key, including revoked ones."""

    def version(self) -> str:
        """Returns a value that changes with every change of the keys."""

    def add(self, key: ApiKey) -> bool:
        """Stores a new key; False if the id exists."""

    def replace(self, key: ApiKey) -> None:
        """Updates a key."""

    def close(self) -> None:
        """Closes the store."""


def encoded(key: ApiKey) -> bytes:
    """Encodes a key for storage."""
    return msgspec.json.encode(key)


def decoded(document: bytes) -> ApiKey:
    """Decodes a stored key."""
    return _DECODER.decode(document)


class SqliteKeyStore:
    """A SQLite file beside the event store; one server writes it."""

    def __init__(self, path: Path) -> None:
        self._lock: Final = Lock()
        prepare_private_database(path)
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute(_SCHEMA)

    def all(self) -> list[ApiKey]:
        """Returns every key, including revoked ones."""
        return [decoded(row[0]) for row in self._run("SELECT document FROM clio_keys")]

    def version(self) -> str:
        """Constant: this server is the only writer, and updates its cache itself."""
        return ""

    def add(self, key: ApiKey) -> bool:
        """Stores a new key; False if the id exists."""
        statement = "INSERT INTO clio_keys VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
        return bool(self._run(statement, key.id, encoded(key)))

    def replace(self, key: ApiKey) -> None:
        """Updates a key."""
        self._run("UPDATE clio_keys SET document = ? WHERE id = ?", encoded(key), key.id)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _run(self, statement: str, *values: object) -> list[tuple[bytes]]:
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise KeysUnavailableError(str(error)) from error
