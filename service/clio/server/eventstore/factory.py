"""Opens the event store that the settings ask for: an SQLite file, or a PostgreSQL database that servers share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from eventsourcing.persistence import InfrastructureFactory

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.projections.storage.private_files import make_private_folder, prepare_private_database
from clio.server.eventstore.encryption import cipher_environment, refuse_other_key
from clio.server.eventstore.match_store import MatchStore, NewFactory
from clio.server.settings import Settings, SettingsError

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool


def open_record(settings: Settings, types: EventTypes, pool: "PostgresPool | None" = None) -> MatchStore:
    """Opens the event store, and creates a missing one; refuses one that is encrypted otherwise.

    Without a ``pool`` an event store in PostgreSQL opens and closes one of its own.
    """
    cipher = cipher_environment(settings.cipher_key)
    new_factory: NewFactory = InfrastructureFactory.construct
    if settings.database_url:
        from clio.server.eventstore import postgres  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

        env = dict(postgres.ENVIRONMENT)
        new_factory = postgres.new_factory(pool or open_pool(settings), is_owned=pool is None)
    else:
        make_private_folder(settings.data)
        prepare_private_database(settings.data / "record.db")
        env = sqlite_environment(settings.data / "record.db")
    record = MatchStore(
        GAMES,
        types,
        env | cipher,
        max_matches=settings.cached_matches,
        most_recent=settings.kept_events,
        new_factory=new_factory,
    )
    try:
        refuse_other_key(record)
    except BaseException:
        record.close()
        raise
    return record


def open_pool(settings: Settings) -> "PostgresPool":
    """The pool of this process for the settings' database; it connects when it is used."""
    try:
        import psycopg  # noqa: PLC0415 (an extra: only those who use PostgreSQL install it)
    except ImportError as error:
        raise SettingsError(
            "CLIO_DATABASE_URL needs the PostgreSQL driver: pip install 'clio-referee[postgres]'."
        ) from error
    from clio.projections.storage.postgres_pool import PostgresPool  # noqa: PLC0415 (as above)

    try:
        return PostgresPool(settings.database_url, settings.database_connections)
    except psycopg.ProgrammingError:
        # Without the cause: it may repeat the URL, and with it a password.
        raise SettingsError("CLIO_DATABASE_URL is not a PostgreSQL URL.") from None


@contextmanager
def borrowed_pool(settings: Settings) -> "Iterator[PostgresPool | None]":
    """A pool for the length of a command; None where the settings name no database."""
    if not settings.database_url:
        yield None
        return
    pool = open_pool(settings)
    try:
        yield pool
    finally:
        pool.close()


def sqlite_environment(path: Path) -> dict[str, str]:
    """The library's settings for a file."""
    return {"PERSISTENCE_MODULE": "clio.server.eventstore.sqlite", "SQLITE_DBNAME": str(path)}
