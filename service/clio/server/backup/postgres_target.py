"""Restores an event store into PostgreSQL in one transaction."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import psycopg
from eventsourcing.persistence import Cipher, StoredEvent
from psycopg.sql import SQL, Identifier

from clio.server.backup.errors import BackupError
from clio.server.backup.restore_target import Target, from_row
from clio.server.eventstore.archive import TABLE as ARCHIVE
from clio.server.eventstore.log_listener import TABLE
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.postgres_archive import PostgresArchive, copy_archive
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.livestream.postgres_identity import renew_epoch

_FETCH_ROWS: Final = 1_000


class PostgresTarget(Target):
    """Fills the events table, locked against servers until the commit."""

    def __init__(self, record: MatchStore, url: str, cipher: Cipher | None = None) -> None:
        record.close()
        self._cipher: Final = cipher
        self._last = 0
        self._table: Final = Identifier(TABLE)
        self._connection: Final[psycopg.Connection[Any]] = psycopg.connect(url, application_name="clio-restore")
        self._copying: Final = ExitStack()
        try:
            self._connection.execute(SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(self._table))
            self._require_empty()
            statement = SQL(
                "COPY {} (notification_id, originator_id, originator_version, topic, state) FROM STDIN"
            ).format(self._table)
            self._copy: Final = self._copying.enter_context(self._connection.cursor().copy(statement))
        except BaseException:
            self._connection.close()
            raise

    def put(self, position: int, event: StoredEvent) -> None:
        """Adds an event."""
        self._last = position
        self._copy.write_row((position, event.originator_id, event.originator_version, event.topic, event.state))

    def matches(self) -> Iterator[list[StoredEvent]]:
        """Reads all added events back, match by match."""
        self._copying.close()
        with self._connection.cursor("restored") as rows:
            rows.itersize = _FETCH_ROWS
            rows.execute(
                SQL(
                    "SELECT originator_id, originator_version, topic, state FROM {} "
                    "ORDER BY originator_id, originator_version"
                ).format(self._table)
            )
            for _, group in groupby(rows, key=lambda row: row[0]):
                yield [from_row(row) for row in group]

    def finish(self, archive: Path) -> None:
        """Commits the events and the archive."""
        self._copying.close()
        restored = SqliteArchive(archive, self._cipher)
        try:
            copy_archive(restored, PostgresArchive(None, self._cipher, self._connection))
        finally:
            restored.close()
        if self._last:
            self._connection.execute(
                SQL("SELECT setval(pg_get_serial_sequence(%s, 'notification_id'), %s)"), (TABLE, self._last)
            )
        renew_epoch(self._connection)
        self._connection.execute(SQL("NOTIFY {}").format(self._table))
        self._connection.commit()
        self._connection.close()

    def abandon(self) -> None:
        """Removes everything written."""
        # Closing the connection rolls back; ending the COPY first would wait for more rows.
        self._connection.close()

    def _require_empty(self) -> None:
        found = self._connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(self._table)).fetchone()
        if found is not None:
            raise BackupError("DATABASE_NOT_EMPTY")


def is_empty(url: str) -> bool:
    """Whether a database has no events, no archive and no views."""
    with psycopg.connect(url, application_name="clio-restore") as connection:
        for table in (TABLE, ARCHIVE, "clio_projections.generation"):
            name = Identifier(*table.split("."))
            there = connection.execute("SELECT to_regclass(%s)", (table,)).fetchone()
            if there is None or there[0] is None:
                continue
            if connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(name)).fetchone() is not None:
                return False
    return True
