"""A restored record in PostgreSQL: one transaction, from the first event to the last chain that was verified."""

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

_AT_ONCE: Final = 1_000


class PostgresTarget(Target):
    """The table that the library has made, locked against servers until all is there."""

    def __init__(self, record: MatchStore, url: str, cipher: Cipher | None = None) -> None:
        record.close()
        self._cipher: Final = cipher
        self._last = 0
        self._table: Final = Identifier(TABLE)
        self._connection: Final[psycopg.Connection[Any]] = psycopg.connect(url, application_name="clio-restore")
        self._copying: Final = ExitStack()
        try:
            self._connection.execute(SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(self._table))
            self._demand_empty()
            statement = SQL(
                "COPY {} (notification_id, originator_id, originator_version, topic, state) FROM STDIN"
            ).format(self._table)
            self._copy: Final = self._copying.enter_context(self._connection.cursor().copy(statement))
        except BaseException:
            self._connection.close()
            raise

    def put(self, position: int, event: StoredEvent) -> None:
        """See ``Target``."""
        self._last = position
        self._copy.write_row((position, event.originator_id, event.originator_version, event.topic, event.state))

    def matches(self) -> Iterator[list[StoredEvent]]:
        """See ``Target``."""
        self._copying.close()
        with self._connection.cursor("restored") as rows:
            rows.itersize = _AT_ONCE
            rows.execute(
                SQL(
                    "SELECT originator_id, originator_version, topic, state FROM {} "
                    "ORDER BY originator_id, originator_version"
                ).format(self._table)
            )
            for _, group in groupby(rows, key=lambda row: row[0]):
                yield [from_row(row) for row in group]

    def finish(self, archive: Path) -> None:
        """See ``Target``."""
        self._copying.close()
        made = SqliteArchive(archive, self._cipher)
        try:
            copy_archive(made, PostgresArchive("", self._cipher, self._connection))
        finally:
            made.close()
        if self._last:
            self._connection.execute(
                SQL("SELECT setval(pg_get_serial_sequence(%s, 'notification_id'), %s)"), (TABLE, self._last)
            )
        renew_epoch(self._connection)
        self._connection.execute(SQL("NOTIFY {}").format(self._table))
        self._connection.commit()
        self._connection.close()

    def abandon(self) -> None:
        """See ``Target``."""
        # Without a word to the copy, which would wait for more: closing takes the transaction back.
        self._connection.close()

    def _demand_empty(self) -> None:
        found = self._connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(self._table)).fetchone()
        if found is not None:
            raise BackupError("DATABASE_NOT_EMPTY")


def is_empty(url: str) -> bool:
    """Whether a database has neither events nor views of any."""
    with psycopg.connect(url, application_name="clio-restore") as connection:
        for table in (TABLE, ARCHIVE, "clio_projections.generation"):
            name = Identifier(*table.split("."))
            there = connection.execute("SELECT to_regclass(%s)", (table,)).fetchone()
            if there is None or there[0] is None:
                continue
            if connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(name)).fetchone() is not None:
                return False
    return True
