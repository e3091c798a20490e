"""The archive that all servers of a record share: a table in the record's database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, Final

import psycopg
import structlog
from eventsourcing.persistence import Cipher

from clio.server.eventstore.archive import TABLE, Archive, ArchiveUnavailableError
from clio.server.eventstore.sqlite_archive import SqliteArchive

_LOCK: Final = 0x636C6961
_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS {TABLE} (
  position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, match_id TEXT NOT NULL, game TEXT NOT NULL,
  seq BIGINT NOT NULL, digest BYTEA NOT NULL, key BYTEA NOT NULL, source BYTEA NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BYTEA NOT NULL, importer TEXT NOT NULL, size BIGINT NOT NULL,
  enciphered SMALLINT NOT NULL, record BYTEA NOT NULL, UNIQUE (match_id, key));
CREATE INDEX IF NOT EXISTS {TABLE}_by_game ON {TABLE} (game, position);
CREATE INDEX IF NOT EXISTS {TABLE}_by_importer ON {TABLE} (importer, size)
"""
_MOVED: Final = ".moved"
log = structlog.get_logger()


class PostgresArchive(Archive):
    """One connection, made again when it breaks; a statement outside a transaction commits by itself."""

    def __init__(
        self, url: str, cipher: Cipher | None = None, connection: "psycopg.Connection[Any] | None" = None
    ) -> None:
        """With a ``connection`` everything happens inside the transaction that it is in."""
        super().__init__(cipher)
        self._url: Final = url
        self._lock: Final = RLock()
        self._given: Final = connection is not None
        self._connection = connection
        if self._run("SELECT to_regclass(?)", TABLE)[0][0] is None:
            with self._transaction():
                self._run(_SCHEMA)
        self._refuse_other_cipher()

    def close(self) -> None:
        """Ends the connection."""
        with self._lock:
            if self._connection is not None and not self._given:
                self._connection.close()

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._lock:
                done = self._connected().execute(statement.replace("?", "%s").encode(), values or None)
                return done.fetchall() if done.description else []
        except psycopg.Error as error:
            # Without the cause's text: it may repeat the URL, and with it a password.
            raise ArchiveUnavailableError(type(error).__name__) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                with self._connected().transaction():
                    self._connected().execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                    yield
            except psycopg.Error as error:
                raise ArchiveUnavailableError(type(error).__name__) from error

    def _connected(self) -> "psycopg.Connection[Any]":
        if self._connection is None or (self._connection.closed and not self._given):
            self._connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=2, application_name="clio-archive"
            )
        return self._connection


def copy_archive(source: Archive, target: Archive) -> int:
    """Copies every record that the target lacks, or has a shorter version of; gives how many."""
    after = copied = 0
    while found := source.following(after):
        archived, content = found
        after = archived.position
        there = target.find(archived.match_id, archived.key)
        if there is None or there.seq < archived.seq:
            copied += target.keep(archived, content, replaces=there.digest if there else b"")
    return copied


def take_over_file(path: Path, cipher: Cipher | None, target: Archive) -> None:
    """Moves what an earlier version kept in a file of this server's own into the shared archive, once."""
    if not path.exists():
        return
    archive = SqliteArchive(path, cipher)
    try:
        copied = copy_archive(archive, target)
    finally:
        archive.close()
    path.replace(path.with_name(path.name + _MOVED))
    log.info("archive.moved", records=copied)
