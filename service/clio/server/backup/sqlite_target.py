"""A restored record as a file of SQLite's, made beside its place and moved there when it is whole."""

import os
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from eventsourcing.persistence import StoredEvent

from clio.server.backup.restore_target import Target, from_row, move_into_place
from clio.server.eventstore.match_store import MatchStore

_AT_ONCE: Final = 5_000


class SqliteTarget(Target):
    """A file that the library has made the tables of."""

    def __init__(self, record: MatchStore, made: Path, place: Path) -> None:
        self._table: Final = str(record.recorder.events_table_name)  # type: ignore[attr-defined]  # every recorder of ours has it
        record.close()
        self._made: Final = made
        self._place: Final = place
        self._archive: Final = place.with_name("archive.db")
        self._waiting: list[tuple[int, str, int, str, bytes]] = []
        self._connection: Final = sqlite3.connect(made, isolation_level=None)
        # It is synced once, as a whole: a file that a crash has spoilt is thrown away.
        self._connection.execute("PRAGMA journal_mode=MEMORY")
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute("BEGIN")

    def put(self, position: int, event: StoredEvent) -> None:
        """See ``Target``."""
        self._waiting.append((position, event.originator_id, event.originator_version, event.topic, event.state))  # type: ignore[arg-type]  # ids of matches are texts
        if len(self._waiting) >= _AT_ONCE:
            self._write()

    def matches(self) -> Iterator[list[StoredEvent]]:
        """See ``Target``."""
        self._write()
        rows = self._connection.execute(
            f"SELECT originator_id, originator_version, topic, state FROM {self._table} "  # noqa: S608 (the table is ours)
            "ORDER BY originator_id, originator_version"
        )
        for _, group in groupby(rows, key=lambda row: row[0]):
            yield [from_row(row) for row in group]

    def finish(self, archive: Path) -> None:
        """See ``Target``."""
        move_into_place(archive, self._archive)
        self._write()
        self._connection.execute("COMMIT")
        self._connection.close()
        descriptor = os.open(self._made, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        move_into_place(self._made, self._place)

    def abandon(self) -> None:
        """See ``Target``."""
        self._connection.close()
        if not self._place.exists():
            # Nothing else makes one there: the place was empty.
            self._archive.unlink(missing_ok=True)

    def _write(self) -> None:
        statement = (
            f"INSERT INTO {self._table} (rowid, originator_id, originator_version, topic, state) "  # noqa: S608 (as above)
            "VALUES (?, ?, ?, ?, ?)"
        )
        self._connection.executemany(statement, self._waiting)
        self._waiting.clear()
