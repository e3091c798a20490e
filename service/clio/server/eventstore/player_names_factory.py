"""The store of player names that the settings ask for."""

from clio.server.eventstore.encryption import cipher_of, key_bytes
from clio.server.eventstore.player_names import PlayerNames
from clio.server.eventstore.sqlite_player_names import SqlitePlayerNames
from clio.server.settings import Settings


def open_player_names(settings: Settings) -> PlayerNames:
    """Opens the names: a file, or a table where servers share an event store."""
    cipher, key = cipher_of(settings.cipher_key), key_bytes(settings.cipher_key) if settings.cipher_key else None
    if not settings.database_url:
        return SqlitePlayerNames(settings.data / "names.db", cipher, key)
    from clio.server.eventstore.postgres_player_names import PostgresPlayerNames  # noqa: PLC0415 (needs the driver)

    return PostgresPlayerNames(settings.database_url, cipher, key)
