"""The index of all matches, kept in a SQLite file of its own; it can be dropped and built again at any time."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from domain.kernel.match_event import MatchEvent
from projections.match_summary import MatchSummary, summarise

VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS match_index (
  position INTEGER PRIMARY KEY, match_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, status TEXT NOT NULL,
  summary BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS match_index_by_game ON match_index (game, position);
CREATE INDEX IF NOT EXISTS match_index_by_status ON match_index (status, position);
CREATE TABLE IF NOT EXISTS match_player (
  name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, position)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS match_player_by_position ON match_player (position);
CREATE TABLE IF NOT EXISTS tracking (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL);
INSERT OR IGNORE INTO tracking VALUES (1, 0);
"""


class MatchIndex:
    """Summaries of matches and the position up to which they are true, changed in one transaction."""

    def __init__(self, path: Path) -> None:
        self._lock: Final = Lock()
        self._connection: Final = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        # The record is the truth and this is rebuilt from it, so a lost tail costs nothing but reading it again.
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.executescript(_SCHEMA)
        self._decoder: Final = msgspec.json.Decoder(MatchSummary)

    def position(self) -> int:
        """The last position in the log that the index has taken in."""
        with self._lock:
            return int(self._connection.execute("SELECT position FROM tracking").fetchone()[0])

    def take(self, events: Iterable[tuple[int, MatchEvent]]) -> None:
        """Folds events, with their positions, into the index: all of them or none."""
        with self._lock, self._connection:
            self._connection.execute("BEGIN")
            changed: dict[str, MatchSummary] = {}
            last = 0
            for last, event in events:
                known = changed.get(event.match_id) or self._find(event.match_id)
                if known is None or known.seq < event.seq:
                    changed[event.match_id] = summarise(known, event, last)
            for summary in changed.values():
                self._store(summary)
            self._connection.execute("UPDATE tracking SET position = max(position, ?)", (last,))

    def page(self, game: str, status: str, player: str, before: int, size: int) -> list[MatchSummary]:
        """Summaries from the newest on, older than a position; empty filters mean all."""
        where = ["position < ?"]
        values: list[str | int] = [before]
        for column, wanted in (("game", game), ("status", status)):
            if wanted:
                where.append(f"{column} = ?")
                values.append(wanted)
        if player:
            where.append("position IN (SELECT position FROM match_player WHERE name = ?)")
            values.append(player)
        statement = f"SELECT summary FROM match_index WHERE {' AND '.join(where)} ORDER BY position DESC LIMIT ?"  # noqa: S608 (columns are ours, values are bound)
        with self._lock:
            rows = self._connection.execute(statement, (*values, size)).fetchall()
        return [self._decoder.decode(row[0]) for row in rows]

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _find(self, match_id: str) -> MatchSummary | None:
        row = self._connection.execute("SELECT summary FROM match_index WHERE match_id = ?", (match_id,)).fetchone()
        return self._decoder.decode(row[0]) if row else None

    def _store(self, summary: MatchSummary) -> None:
        self._connection.execute(
            "INSERT INTO match_index VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (position) DO UPDATE SET status = excluded.status, summary = excluded.summary",
            (summary.position, summary.match_id, summary.game, summary.status, msgspec.json.encode(summary)),
        )
        self._connection.execute("DELETE FROM match_player WHERE position = ?", (summary.position,))
        self._connection.executemany(
            "INSERT OR IGNORE INTO match_player VALUES (?, ?)",
            [(seat.name, summary.position) for seat in summary.seats if seat.taken],
        )
