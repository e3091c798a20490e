"""Opens the stores that the settings name, and what follows the event log."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.projections.runtime.build_process import BuildProcess
from clio.projections.runtime.context import ProjectionContext, projections_of
from clio.projections.runtime.generations import ProjectionGenerations
from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.projections.storage.generation_store import GenerationStore
from clio.projections.storage.sqlite_generations import SqliteGenerationStore
from clio.projections.storage.view_cipher import ViewCipher
from clio.server.auth.api_key_store import KeyStore, SqliteKeyStore
from clio.server.eventstore.clock_keeper import ClockSource
from clio.server.eventstore.encryption import cipher_of, key_bytes
from clio.server.eventstore.factory import open_pool, open_record
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.sqlite_clock import SqliteClock
from clio.server.settings import Settings, read_settings, settings_to_text

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool
    from clio.server.eventstore.log_listener import LogListener

Heads = Mapping[str, int]


def open_projection_context(settings: Settings) -> ProjectionContext[MatchStore]:
    """The event store and the views that the settings name; in PostgreSQL they share a pool that the context owns."""
    with ExitStack() as opened:
        pool = open_pool(settings) if settings.database_url else None
        if pool is not None:
            opened.callback(pool.close)
        record = open_record(settings, Referee(GAMES).types, pool)
        opened.callback(record.close)
        store = _open_generation_store(settings, pool)
        opened.callback(store.close)
        projections = projections_of(GAMES, record, settings.cached_matches)
        return ProjectionContext(record, store, projections, pool, opened.pop_all())


def open_key_store(settings: Settings, pool: "PostgresPool | None") -> KeyStore:
    """The store of API keys: a file, or a table in the pool's database, beside the event store."""
    if pool is None:
        return SqliteKeyStore(settings.data / "keys.db")
    from clio.server.auth.postgres_api_keys import PostgresKeyStore  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresKeyStore(pool)


def open_clock(settings: Settings) -> ClockSource:
    """The clock that all servers of the event store share."""
    if not settings.database_url:
        return SqliteClock(settings.data)
    from clio.server.eventstore.postgres_clock import PostgresClock  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresClock(settings.database_url)


def settings_from_environment() -> Settings:
    """The settings of this process."""
    return read_settings(os.environ)


def _open_generation_store(settings: Settings, pool: "PostgresPool | None") -> GenerationStore:
    cipher = cipher_of(settings.cipher_key)
    view_cipher = ViewCipher(cipher, key_bytes(settings.cipher_key)) if cipher else None
    if pool is None:
        return SqliteGenerationStore(settings.data / "projections", view_cipher, settings.cached_matches)
    from clio.projections.storage.postgres_generations import PostgresGenerationStore  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresGenerationStore(pool, view_cipher, settings.cached_matches)


def supervisor(context: ProjectionContext[MatchStore], settings: Settings) -> ProjectionSupervisor:
    """Supervises all projections; builds run in processes of their own."""
    generations: dict[str, ProjectionGenerations] = {}
    supervised = ProjectionSupervisor(generations, context.record.last_position)
    text = settings_to_text(settings)
    for name, fresh in context.projections.items():
        generations[name] = ProjectionGenerations(
            context.record,
            context.generation_store,
            fresh,
            lambda: BuildProcess("clio.server.projection_builder", text),
            supervised.health_changed,
        )
    return supervised


def follower(settings: Settings, on_news: Callable[[int, Heads], None], leisure: Callable[[], float]) -> "LogListener":
    """Follows what other servers record."""
    from clio.server.eventstore.log_listener import LogListener  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return LogListener(settings.database_url, on_news, leisure)
