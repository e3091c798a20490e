"""The library's SQLite persistence with every commit synced to disk: used as its PERSISTENCE_MODULE."""

from eventsourcing import sqlite
from eventsourcing.utils import Environment, EnvType


class SyncedConnectionPool(sqlite.SQLiteConnectionPool):
    """Connections on which a commit returns only once it is on disk; builds of SQLite differ in their default."""

    def _create_connection(self) -> sqlite.SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        return connection


class Factory(sqlite.SQLiteFactory):
    """Makes the recorders on such connections."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        unsynced = self.datastore.pool
        self.datastore.pool = SyncedConnectionPool(
            db_name=unsynced.db_name,
            lock_timeout=unsynced.lock_timeout,
            pool_size=unsynced.pool_size,
            max_overflow=unsynced.max_overflow,
            pool_timeout=unsynced.pool_timeout,
            max_age=unsynced.max_age,
            pre_ping=unsynced.pre_ping,
        )
        unsynced.close()
