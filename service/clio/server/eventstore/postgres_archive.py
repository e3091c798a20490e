"""The archive that all servers of a record share: a table in the record's database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Any, Final

import psycopg
import structlog
from eventsourcing.persistence import Cipher

from clio.projections.storage.postgres_pool import Connection, PostgresPool
from clio.server.eventstore.archive import FORKS_TABLE, TABLE, Archive, ArchiveUnavailableError
from clio.server.eventstore.sqlite_archive import SqliteArchive

_LOCK: Final = 0x636C6961
_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS {TABLE} (
  position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, match_id TEXT NOT NULL, game TEXT NOT NULL,
  seq BIGINT NOT NULL, digest BYTEA NOT NULL, key BYTEA NOT NULL, source BYTEA NOT NULL, imported_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, match BYTEA NOT NULL, importer TEXT NOT NULL, size BIGINT NOT NULL,
  enciphered SMALLINT NOT NULL, record BYTEA NOT NULL, UNIQUE (match_id, key));
CREATE INDEX IF NOT EXISTS {TABLE}_by_game ON {TABLE} (game, position);
CREATE INDEX IF NOT EXISTS {TABLE}_by_importer ON {TABLE} (importer, size);
CREATE TABLE IF NOT EXISTS {FORKS_TABLE} (match_id TEXT PRIMARY KEY, importer TEXT NOT NULL, size BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS {FORKS_TABLE}_by_importer ON {FORKS_TABLE} (importer, size)
"""
_MOVED: Final = ".moved"
log = structlog.get_logger()


class PostgresArchive(Archive):
    """Borrows connections of the pool; a statement outside a transaction commits by itself."""

    def __init__(
        self, pool: PostgresPool | None, cipher: Cipher | None = None, given: Connection | None = None
    ) -> None:
        """With a ``given`` connection everything happens inside the transaction that it is in."""
        super().__init__(cipher)
        self._pool: Final = pool
        self._given: Final = given
        self._own: Final = local()
        """The connection of each thread that is in a transaction."""
        if self._run("SELECT to_regclass(?)", FORKS_TABLE)[0][0] is None:
            with self._transaction():
                self._run(_SCHEMA)
        self._refuse_other_cipher()

    def close(self) -> None:
        """Does nothing: the pool is closed by its owner."""

    def _run(self, statement: str, *values: object) -> list[Sequence[Any]]:
        try:
            with self._connected() as connection:
                done = connection.execute(statement.replace("?", "%s").encode(), values or None)
                return done.fetchall() if done.description else []
        except psycopg.Error as error:
            # Without the cause's text: it may repeat the URL, and with it a password.
            raise ArchiveUnavailableError(type(error).__name__) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            with self._connected() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                self._own.connection = connection
                try:
                    yield
                finally:
                    self._own.connection = None
        except psycopg.Error as error:
            raise ArchiveUnavailableError(type(error).__name__) from error

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection of this thread's transaction, else one of the pool."""
        own: Connection | None = getattr(self._own, "connection", None) or self._given
        if own is not None:
            yield own
        elif self._pool is not None:
            with self._pool.checked() as connection:
                yield connection
        else:
            raise TypeError("an archive has a pool or a connection")


def copy_archive(source: Archive, target: Archive) -> int:
    """Copies every record that the target lacks or has a shorter version of; returns their number."""
    after = copied = 0
    while found := source.following(after):
        archived, content = found
        after = archived.position
        there = target.find(archived.match_id, archived.key)
        if there is None or there.seq < archived.seq:
            copied += target.keep(archived, [content], replaces=there.digest if there else b"")
    return copied


def take_over_file(path: Path, cipher: Cipher | None, target: Archive) -> None:
    """Moves the archive file of an earlier version into the shared archive, once."""
    if not path.exists():
        return
    archive = SqliteArchive(path, cipher)
    try:
        copied = copy_archive(archive, target)
    finally:
        archive.close()
    path.replace(path.with_name(path.name + _MOVED))
    log.info("archive.moved", records=copied)
