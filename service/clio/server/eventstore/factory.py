"""The record that the settings ask for: a file of SQLite's, or a PostgreSQL database that servers share."""

from pathlib import Path

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.projections.storage.private_files import make_private_folder, prepare_private_database
from clio.server.eventstore.encryption import cipher_environment, refuse_other_key
from clio.server.eventstore.match_store import MatchStore
from clio.server.settings import Settings, SettingsError


def open_record(settings: Settings, types: EventTypes) -> MatchStore:
    """Opens the record, and creates it where there is none; refuses one that is enciphered otherwise."""
    cipher = cipher_environment(settings.cipher_key)
    if settings.database_url:
        env = postgres_environment(settings)
    else:
        make_private_folder(settings.data)
        prepare_private_database(settings.data / "record.db")
        env = sqlite_environment(settings.data / "record.db")
    record = MatchStore(
        GAMES, types, env | cipher, max_matches=settings.cached_matches, most_recent=settings.kept_events
    )
    try:
        refuse_other_key(record)
    except BaseException:
        record.close()
        raise
    return record


def sqlite_environment(path: Path) -> dict[str, str]:
    """The library's settings for a file."""
    return {"PERSISTENCE_MODULE": "clio.server.eventstore.sqlite", "SQLITE_DBNAME": str(path)}


def postgres_environment(settings: Settings) -> dict[str, str]:
    """The library's settings for a database."""
    try:
        import psycopg  # noqa: PLC0415 (an extra: only those who use PostgreSQL install it)
    except ImportError as error:
        raise SettingsError(
            "CLIO_DATABASE_URL needs the PostgreSQL driver: pip install 'clio-referee[postgres]'."
        ) from error
    from clio.server.eventstore import postgres  # noqa: PLC0415 (as above)

    try:
        return postgres.environment(settings.database_url, settings.database_connections)
    except psycopg.ProgrammingError:
        # Without the cause: it may repeat the URL, and with it a password.
        raise SettingsError("CLIO_DATABASE_URL is not a PostgreSQL URL.") from None
