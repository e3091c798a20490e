"""Where keys are kept, and the file that keeps them where nobody shares the record."""

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
    """Keeps keys. Blocking: called in threads."""

    def all(self) -> list[ApiKey]:
        """Every key, revoked ones too."""

    def version(self) -> str:
        """Differs once anything has changed."""

    def add(self, key: ApiKey) -> bool:
        """Keeps a new key; False if there is one of that id."""

    def replace(self, key: ApiKey) -> None:
        """Keeps what has changed of a key."""

    def close(self) -> None:
        """Lets go of the store."""


def encoded(key: ApiKey) -> bytes:
    """A key as stores keep it."""
    return msgspec.json.encode(key)


def decoded(document: bytes) -> ApiKey:
    """The key that was kept."""
    return _DECODER.decode(document)


class SqliteKeyStore:
    """A file beside the record's: one server writes it."""

    def __init__(self, path: Path) -> None:
        self._lock: Final = Lock()
        prepare_private_database(path)
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute(_SCHEMA)

    def all(self) -> list[ApiKey]:
        """Every key, revoked ones too."""
        return [decoded(row[0]) for row in self._run("SELECT document FROM clio_keys")]

    def version(self) -> str:
        """Whoever changes keys here also tells the ring: there is nothing to look for."""
        return ""

    def add(self, key: ApiKey) -> bool:
        """Keeps a new key; False if there is one of that id."""
        statement = "INSERT INTO clio_keys VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
        return bool(self._run(statement, key.id, encoded(key)))

    def replace(self, key: ApiKey) -> None:
        """Keeps what has changed of a key."""
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
