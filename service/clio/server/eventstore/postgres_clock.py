"""The clock of servers that share a PostgreSQL database: the database's clock, corrected for its own steps.

One row holds the last sign of life of any server and a correction. A server whose monotonic clock shows that the
database's clock was set forward or back corrects the row once for all servers, by compare-and-set on its version.
A server that has just started uses the row as it is.
"""

import contextlib
from typing import Any, Final

import psycopg

from clio.server.clock import DeploymentClock, Outage
from clio.server.eventstore.clock_keeper import MAX_OUTAGES, outage_between

STEP_MICROSECONDS: Final = 250_000
"""A difference between the two clocks that means that the database's clock was set."""
MAX_TRIP_MICROSECONDS: Final = 100_000
"""A slower reading is too imprecise to correct anything."""
MAX_SLEW_MICROSECONDS: Final = 500
"""The maximum correction of one beat: a single imprecise reading must not move a deadline."""
FIRST_READINGS: Final = 5
"""Readings of the first beat, of which the quickest counts."""
_LOCK: Final = 0x636C6963
_CONNECT_SECONDS: Final = 2
_SESSION: Final = (
    "SET statement_timeout = '3s'",
    "SET idle_in_transaction_session_timeout = '3s'",
    # A sign of life that is lost in a crash of the database makes the outage longer, which is correct.
    "SET synchronous_commit = off",
)
_TABLES: Final = (
    """CREATE TABLE IF NOT EXISTS clio_clock (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        alive BIGINT NOT NULL,
        correction BIGINT NOT NULL,
        version BIGINT NOT NULL
    )""",
    "CREATE TABLE IF NOT EXISTS clio_outages (began BIGINT NOT NULL, ended BIGINT PRIMARY KEY)",
)
_READ: Final = (
    "SELECT alive, correction, version, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint "
    "FROM clio_clock WHERE id = 1 FOR UPDATE"
)
_CREATE: Final = (
    "INSERT INTO clio_clock (id, alive, correction, version) "
    "VALUES (1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, 0, 0) ON CONFLICT (id) DO NOTHING"
)

Connection = psycopg.Connection[Any]


class PostgresClock:
    """A session of its own: a beat must not wait for a connection of the pool."""

    def __init__(self, url: str) -> None:
        self._url: Final = url
        self._connection: Connection | None = None
        self._seen: tuple[int, int] | None = None
        """The version of the row, and the time less the monotonic clock, at the last beat."""

    def beat(self, clock: DeploymentClock) -> None:
        """Reads the database's clock, corrects it if it was set, and stores a sign of life."""
        try:
            with self._session().transaction():
                self._beat(self._session(), clock)
        except psycopg.Error:
            self.close()
            raise

    def close(self) -> None:
        """Ends the session."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    def _session(self) -> Connection:
        if self._connection is None:
            connection = psycopg.connect(
                self._url, autocommit=True, connect_timeout=_CONNECT_SECONDS, application_name="clio-clock"
            )
            for statement in _SESSION:
                connection.execute(statement)
            _create_tables(connection)
            self._connection = connection
        return self._connection

    def _beat(self, connection: Connection, clock: DeploymentClock) -> None:
        connection.execute("SELECT 1 FROM clio_clock WHERE id = 1 FOR UPDATE")
        trip, reading, row = min(_read(connection, clock) for _ in range(1 if self._seen else FIRST_READINGS))
        alive, correction, version, wall = row
        now = wall + correction
        if self._seen is not None and self._seen[0] == version:
            step = now - (reading + self._seen[1])
            if trip > MAX_TRIP_MICROSECONDS:
                now -= step
            elif abs(step) > STEP_MICROSECONDS:
                correction, version, now = correction - step, version + 1, now - step
            else:
                now += max(-MAX_SLEW_MICROSECONDS, min(MAX_SLEW_MICROSECONDS, step)) - step
        if found := outage_between(alive, now):
            connection.execute(
                "INSERT INTO clio_outages (began, ended) VALUES (%s, %s) ON CONFLICT DO NOTHING", (*found,)
            )
        connection.execute(
            "UPDATE clio_clock SET alive = greatest(alive, %s), correction = %s, version = %s WHERE id = 1",
            (now, correction, version),
        )
        outages = connection.execute(
            "SELECT began, ended FROM clio_outages ORDER BY ended DESC LIMIT %s", (MAX_OUTAGES,)
        ).fetchall()
        self._seen = version, now - reading
        clock.keep(reading, now, tuple(Outage(began, ended) for began, ended in reversed(outages)))


def _read(connection: Connection, clock: DeploymentClock) -> tuple[int, int, tuple[int, int, int, int]]:
    """How long a reading took, the monotonic clock in the middle of it, and the row with the database's clock."""
    before = clock.reading()
    row = connection.execute(_READ).fetchone()
    after = clock.reading()
    if row is None:
        raise psycopg.OperationalError("the clock's row was removed")
    return after - before, (before + after) // 2, row


def _create_tables(connection: Connection) -> None:
    """Creates what is missing, one server at a time; a server without the right to create needs it to be there."""
    found = connection.execute("SELECT to_regclass('clio_clock'), to_regclass('clio_outages')").fetchone()
    if found is None or None in found:
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        try:
            for statement in _TABLES:
                connection.execute(statement)
        finally:
            connection.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
    connection.execute(_CREATE)
