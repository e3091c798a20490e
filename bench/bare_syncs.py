"""What durability costs by itself on the disk of a measurement: one sync, and one commit of SQLite."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final

A_COMMIT: Final = 16 * 1024
"""About what SQLite appends to its log for a move: the pages of a table and two indexes."""
AN_EVENT: Final = bytes(400)
PLACES: Final = 256


def sync_ms(path: Path, number: int) -> float:
    """The median of writing a commit and syncing it, as SQLite's log does, in milliseconds."""
    block = bytes(A_COMMIT)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        # SQLite writes over its log once that has its size; a file that grows costs another sync for its length.
        os.write(descriptor, block * PLACES)
        os.fsync(descriptor)

        def sync(place: int) -> None:
            os.pwrite(descriptor, block, place % PLACES * A_COMMIT)
            os.fdatasync(descriptor)

        return _median_ms(sync, number)
    finally:
        os.close(descriptor)


def commit_ms(path: Path, number: int) -> float:
    """The median of a commit of one event by SQLite, with the settings of the record, in milliseconds."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS events (id TEXT, seq INTEGER, state BLOB, UNIQUE (id, seq))")
        (before,) = connection.execute("SELECT count(*) FROM events").fetchone()

        def commit(place: int) -> None:
            connection.execute("INSERT INTO events VALUES ('match', ?, ?)", (before + place, AN_EVENT))

        return _median_ms(commit, number)


def _median_ms(act: Callable[[int], None], number: int) -> float:
    taken = []
    for place in range(number):
        started = time.perf_counter()
        act(place)
        taken.append(time.perf_counter() - started)
    return median(taken) * 1000
