"""What a thief of the disk finds: every byte of a folder, and every value of a database."""

from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

OWN = {"admin-token", "head-key"}
"""Files that are the server's own and hold nothing of a match."""


def bytes_of(data: Path, database_url: str = "") -> bytes:
    """All of it."""
    files = (path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file() and path.name not in OWN)
    return b"\n".join([*files, *(_values(database_url) if database_url else [])])


def _values(database_url: str) -> list[bytes]:
    found = []
    with psycopg.connect(database_url) as connection:
        tables = connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables "
            "WHERE table_schema NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            rows = connection.execute(SQL("SELECT * FROM {}").format(Identifier(schema, table))).fetchall()
            found += [value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row]
    return found
