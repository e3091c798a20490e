"""Queries of a table, and their SQL."""

import msgspec

from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.table import Table, Value


class Query(msgspec.Struct, frozen=True):
    """Filters, sort order and page of a query.

    ``order`` names columns, with a leading minus for descending ones; ``after`` holds their values in the last row of
    the previous page.
    """

    equal: tuple[tuple[str, Value], ...] = ()
    at_least: tuple[tuple[str, Value], ...] = ()
    below: tuple[tuple[str, Value], ...] = ()
    tags: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    after: tuple[Value, ...] = ()
    limit: int = 100


def page_of(table: Table, query: Query, cipher: ViewCipher | None) -> tuple[str, list[Value]]:
    """Returns the SELECT statement of a page of documents, and its values."""
    if query.tags and query.order == (f"-{table.tags_by}",):
        return _page_along_a_tag(table, query, cipher)
    where, values = conditions(table, query, cipher)
    return f"SELECT document FROM {table.name}{where}{_ordering(query)} LIMIT {query.limit}", values  # noqa: S608 (names are ours, values are bound)


def _page_along_a_tag(table: Table, query: Query, cipher: ViewCipher | None) -> tuple[str, list[Value]]:
    """Scans the index of the last tag in sort order and stops after a page."""
    name = table.name
    where, values = conditions(table, msgspec.structs.replace(query, tags=(), order=(), after=()), cipher)
    has_tag = f"EXISTS (SELECT 1 FROM {name}_tag AS other WHERE other.key = {name}.key AND other.tag = ?)"  # noqa: S608 (as above)
    parts = ["led.tag = ?", *(["led.place < ?"] if query.after else []), *([has_tag] * (len(query.tags) - 1))]
    *others, leading = (cipher.blind_index(tag) if cipher else tag for tag in query.tags)
    bound = [_without_nul(value) for value in (leading, *query.after, *others)]
    statement = (
        f"SELECT document FROM {name}_tag AS led JOIN {name} ON {name}.key = led.key "  # noqa: S608 (as above)
        f"WHERE {' AND '.join(parts)}{where.replace(' WHERE ', ' AND ', 1)} ORDER BY led.place DESC LIMIT {query.limit}"
    )
    return statement, [*bound, *values]


def conditions(table: Table, query: Query, cipher: ViewCipher | None) -> tuple[str, list[Value]]:
    """Returns the WHERE clause and its values."""
    if cipher is not None:
        query = _encrypted(table, query, cipher)
    parts: list[str] = []
    values: list[Value] = []
    for sign, pairs in (("=", query.equal), (">=", query.at_least), ("<", query.below)):
        for column, value in pairs:
            parts.append(f"{column} {sign} ?")
            values.append(value)
    for tag in query.tags:
        parts.append(f"key IN (SELECT key FROM {table.name}_tag WHERE tag = ?)")  # noqa: S608 (tables are ours, values are bound)
        values.append(tag)
    if query.after:
        part, bounds = _after(query.order, query.after)
        parts.append(part)
        values += bounds
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), [_without_nul(value) for value in values]


def _without_nul(value: Value) -> Value:
    """Replaces NUL, which PostgreSQL rejects, by another control character; no stored text has either."""
    return value.replace("\0", "\1") if isinstance(value, str) else value


def _encrypted(table: Table, query: Query, cipher: ViewCipher) -> Query:
    """Returns the query with blind indexes in place of personal values."""
    personal = {column.name for column in table.columns if column.personal}

    def coded(name: str, value: Value) -> Value:
        return cipher.blind_index(str(value)) if _column(name) in personal else value

    return msgspec.structs.replace(
        query,
        equal=tuple((name, coded(name, value)) for name, value in query.equal),
        tags=tuple(cipher.blind_index(tag) for tag in query.tags),
        after=tuple(coded(name, value) for name, value in zip(query.order, query.after, strict=False)),
    )


def _ordering(query: Query) -> str:
    """Returns the ORDER BY clause."""
    if not query.order:
        return ""
    return " ORDER BY " + ", ".join(
        f"{_column(name)} {'DESC' if _is_descending(name) else 'ASC'}" for name in query.order
    )


def _after(order: tuple[str, ...], after: tuple[Value, ...]) -> tuple[str, list[Value]]:
    """Returns the condition for rows after a row: greater in one column, equal in all columns before it."""
    alternatives: list[str] = []
    values: list[Value] = []
    for last, name in enumerate(order):
        level = [f"{_column(before)} = ?" for before in order[:last]]
        alternatives.append(" AND ".join([*level, f"{_column(name)} {'<' if _is_descending(name) else '>'} ?"]))
        values += after[: last + 1]
    return "(" + " OR ".join(f"({alternative})" for alternative in alternatives) + ")", values


def _is_descending(name: str) -> bool:
    return name.startswith("-")


def _column(name: str) -> str:
    return name.removeprefix("-")
