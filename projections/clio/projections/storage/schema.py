"""The SQL schema of a view."""

from clio.projections.storage.database import Database
from clio.projections.table import Table


def tracking_schema(database: Database) -> list[str]:
    """Returns the statements for the row with the view's position."""
    integer = database.types["integer"]
    return [
        (
            f"CREATE TABLE IF NOT EXISTS tracking (id INTEGER PRIMARY KEY CHECK (id = 1), position {integer} NOT NULL, "
            f"applied {integer} NOT NULL)"
        ),
        "INSERT INTO tracking VALUES (1, 0, 0) ON CONFLICT (id) DO NOTHING",
    ]


def table_schema(table: Table, database: Database) -> list[str]:
    """Returns the statements for a table, its indexes and its tags."""
    text = database.types["text"]
    columns = "".join(f", {column.name} {database.types[column.kind]} NOT NULL" for column in table.columns)
    lines = [
        (
            f"CREATE TABLE IF NOT EXISTS {table.name} "
            f"(key {text} PRIMARY KEY, document {database.blob} NOT NULL{columns})"
        )
    ]
    for number, index in enumerate(table.indexes):
        columns_of_index = ", ".join(
            f"{name.removeprefix('-')} {'DESC' if name[0] == '-' else 'ASC'}" for name in index
        )
        lines.append(f"CREATE INDEX IF NOT EXISTS {table.name}_index_{number} ON {table.name} ({columns_of_index})")
    if table.tags is not None:
        lines += [
            (
                f"CREATE TABLE IF NOT EXISTS {table.name}_tag (tag {text} NOT NULL, "
                f"place {database.types['integer']} NOT NULL, key {text} NOT NULL, PRIMARY KEY (tag, place, key))"
            ),
            f"CREATE INDEX IF NOT EXISTS {table.name}_tag_key ON {table.name}_tag (key, tag)",
        ]
    return lines
