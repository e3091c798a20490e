"""A record and its views copied from SQLite to PostgreSQL in bulk: a million matches in minutes.

Positions in the log stay the same, so the views stay true.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from clio.server.bootstrap import open_projection_context
from clio.server.settings import Settings

_EVENTS: Final = "SELECT originator_id, originator_version, topic, state, rowid FROM stored_events ORDER BY rowid"
_COLUMNS: Final = ("originator_id", "originator_version", "topic", "state", "notification_id")
_VIEW_SCHEMA: Final = "clio_projection_{}"


def copy(source: Settings, target: Settings) -> None:
    """Fills an empty database with what a folder holds."""
    labels = _prepare(source, target)
    with psycopg.connect(target.database_url, autocommit=True) as connection:
        with closing(sqlite3.connect(source.data / "record.db")) as record:
            _copy_rows(connection, sql.Identifier("clio_events"), _COLUMNS, record.execute(_EVENTS))
        connection.execute("SELECT setval('clio_events_notification_id_seq', max(notification_id)) FROM clio_events")
        for label in labels:
            _copy_view(connection, source.data / "projections" / f"{label}.db", _VIEW_SCHEMA.format(label))
        connection.execute("VACUUM ANALYZE")


def _prepare(source: Settings, target: Settings) -> list[str]:
    """Makes the same tables, empty; gives the labels of the views."""
    source_context, target_context = open_projection_context(source), open_projection_context(target)
    try:
        generations = source_context.generation_store.generations()
        for known in generations:
            tables = target_context.projections[known.name]().tables
            made = target_context.generation_store.add(known.name, known.version, known.role, tables)
            target_context.generation_store.store(made, tables).close()
        assert target_context.generation_store.generations() == generations
    finally:
        source_context.close()
        target_context.close()
    return [generation.label for generation in generations]


def _copy_view(connection: psycopg.Connection[Any], file: Path, schema: str) -> None:
    with closing(sqlite3.connect(file)) as view:
        names = [str(row[0]) for row in view.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            rows = view.execute(f"SELECT * FROM {name}")  # noqa: S608 (names from the schema)
            columns = tuple(str(column[0]) for column in rows.description)
            if name == "tracking":
                position = sql.SQL("UPDATE {} SET position = %s, applied = %s").format(sql.Identifier(schema, name))
                connection.execute(position, rows.fetchone()[1:])
            else:
                _copy_rows(connection, sql.Identifier(schema, name), columns, rows)


def _copy_rows(
    connection: psycopg.Connection[Any], table: sql.Identifier, columns: tuple[str, ...], rows: Iterator[Any]
) -> None:
    named = sql.SQL(", ").join(map(sql.Identifier, columns))
    with connection.cursor().copy(sql.SQL("COPY {} ({}) FROM STDIN").format(table, named)) as copying:
        for row in rows:
            copying.write_row(row)
