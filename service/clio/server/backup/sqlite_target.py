"""Restores an event store into a SQLite file, which is renamed into place when it is complete."""

import os
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from eventsourcing.persistence import StoredEvent

from clio.server.backup.restore_target import Target, from_row, move_into_place
from clio.server.eventstore.match_store import MatchStore

_BATCH_ROWS: Final = 5_000


class SqliteTarget(Target):
    """Fills a file in the working folder; the library has created its tables."""

    def __init__(self, record: MatchStore, work_file: Path, destination: Path) -> None:
        self._table: Final = str(record.recorder.events_table_name)  # type: ignore[attr-defined]  # every recorder of ours has it
        record.close()
        self._work_file: Final = work_file
        self._destination: Final = destination
        self._archive: Final = destination.with_name("archive.db")
        self._rows: list[tuple[int, str, int, str, bytes]] = []
        self._connection: Final = sqlite3.connect(work_file, isolation_level=None)
        # The file is synced once, when complete: after a crash it is discarded.
        self._connection.execute("PRAGMA journal_mode=MEMORY")
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute("BEGIN")

    def put(self, position: int, event: StoredEvent) -> None:
        """Adds an event."""
        self._rows.append((position, event.originator_id, event.originator_version, event.topic, event.state))  # type: ignore[arg-type]  # ids of matches are texts
        if len(self._rows) >= _BATCH_ROWS:
            self._write()

    def matches(self) -> Iterator[list[StoredEvent]]:
        """Reads all added events back, match by match."""
        self._write()
        rows = self._connection.execute(
            f"SELECT originator_id, originator_version, topic, state FROM {self._table} "  # noqa: S608 (the table is ours)
            "ORDER BY originator_id, originator_version"
        )
        for _, group in groupby(rows, key=lambda row: row[0]):
            yield [from_row(row) for row in group]

    def finish(self, archive: Path) -> None:
        """Commits the events and the archive."""
        move_into_place(archive, self._archive)
        self._write()
        self._connection.execute("COMMIT")
        self._connection.close()
        descriptor = os.open(self._work_file, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        move_into_place(self._work_file, self._destination)

    def abandon(self) -> None:
        """Removes everything written."""
        self._connection.close()
        if not self._destination.exists():
            # Only this restore can have created it: the folder was empty.
            self._archive.unlink(missing_ok=True)

    def _write(self) -> None:
        statement = (
            f"INSERT INTO {self._table} (rowid, originator_id, originator_version, topic, state) "  # noqa: S608 (as above)
            "VALUES (?, ?, ?, ?, ?)"
        )
        self._connection.executemany(statement, self._rows)
        self._rows.clear()
