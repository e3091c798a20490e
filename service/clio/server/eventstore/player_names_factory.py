"""Opens the store of player names that the settings ask for."""

from typing import TYPE_CHECKING

from clio.server.eventstore.encryption import cipher_of, key_bytes
from clio.server.eventstore.player_names import PlayerNames
from clio.server.eventstore.sqlite_player_names import SqlitePlayerNames
from clio.server.settings import Settings

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool


def open_player_names(settings: Settings, pool: "PostgresPool | None") -> PlayerNames:
    """Opens the names: a file, or without one a table in the pool's database, beside the event store."""
    cipher, key = cipher_of(settings.cipher_key), key_bytes(settings.cipher_key) if settings.cipher_key else None
    if pool is None:
        return SqlitePlayerNames(settings.data / "names.db", cipher, key)
    from clio.server.eventstore.postgres_player_names import PostgresPlayerNames  # noqa: PLC0415 (needs the driver)

    return PostgresPlayerNames(pool, cipher, key)
