"""The changes that a page of events makes to a view, until they are written together."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from clio.kernel.integrity.canonical import canonical
from clio.projections.storage.database import Session
from clio.projections.storage.reader import Reader
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.table import Table, Value

Document = TypeVar("Document", bound=msgspec.Struct)
Kept: TypeAlias = OrderedDict[tuple[str, str], msgspec.Struct]
"""Documents that were written lately, by table and key."""


class ViewTransaction:
    """The changes of one page of events."""

    def __init__(self, session: Session, kept: Kept, cloak: ViewCipher | None = None) -> None:
        self._session: Final = session
        self._cloak: Final = cloak
        self._kept: Final = kept
        self._changed: dict[tuple[str, str], msgspec.Struct | None] = {}
        self._before: dict[tuple[str, str], msgspec.Struct | None] = {}

    def get(self, table: Table, key: str, kind: type[Document]) -> Document | None:
        """See ``Draft``."""
        place = (table.name, key)
        if place in self._changed:
            return cast("Document | None", self._changed[place])
        if place in self._before:
            return cast("Document | None", self._before[place])
        found = self._kept.get(place)
        if found is None:
            found = Reader(self._session, self._cloak).get(table, key, kind)
        else:
            self._kept.move_to_end(place)
        self._before[place] = found
        return cast("Document | None", found)

    def put(self, table: Table, key: str, document: msgspec.Struct) -> None:
        """See ``Draft``."""
        self._changed[(table.name, key)] = document

    def delete(self, table: Table, key: str) -> None:
        """See ``Draft``."""
        self._changed[(table.name, key)] = None

    def flush(self, tables: Sequence[Table]) -> None:
        """Writes all changes."""
        for table in tables:
            changed = {key: document for (name, key), document in self._changed.items() if name == table.name}
            if changed:
                self._flush_table(table, changed)
        for place, document in self._changed.items():
            if document is None:
                self._kept.pop(place, None)
            else:
                self._kept[place] = document
                self._kept.move_to_end(place)

    def _flush_table(self, table: Table, changed: dict[str, msgspec.Struct | None]) -> None:
        gone = [(self._word(key),) for key, document in changed.items() if document is None]
        if gone:
            self._session.execute_many(f"DELETE FROM {table.name} WHERE key = ?", gone)  # noqa: S608 (tables are ours)
        rows: list[tuple[Value | bytes, ...]] = [
            (key, canonical(document), *(column.of(document) for column in table.columns))
            for key, document in changed.items()
            if document is not None
        ]
        if self._cloak is not None:
            rows = [_cloaked(table, row, self._cloak) for row in rows]
        if rows:
            self._session.execute_many(_upsert(table), rows)
        if table.tags is not None:
            self._flush_tags(table, changed)

    def _flush_tags(self, table: Table, changed: dict[str, msgspec.Struct | None]) -> None:
        for key, document in changed.items():
            before = self._before.get((table.name, key))
            old, new = _tags(table, before), _tags(table, document)
            if old != new:
                self._session.execute(f"DELETE FROM {table.name}_tag WHERE key = ?", (self._word(key),))  # noqa: S608 (tables are ours)
                self._session.execute_many(
                    f"INSERT INTO {table.name}_tag VALUES (?, ?, ?)",  # noqa: S608 (tables are ours)
                    [(self._word(tag), _place(table, document), self._word(key)) for tag in sorted(new)],
                )

    def _word(self, word: str) -> str:
        return self._cloak.word(word) if self._cloak else word


def _tags(table: Table, document: msgspec.Struct | None) -> set[str]:
    return set(table.tags(document)) if table.tags and document is not None else set()


def _place(table: Table, document: msgspec.Struct | None) -> Value:
    return next((column.of(document) for column in table.columns if column.name == table.tags_by), 0)


def _cloaked(table: Table, row: tuple[Value | bytes, ...], cloak: ViewCipher) -> tuple[Value | bytes, ...]:
    key, document, *values = row
    coded = [
        cloak.word(str(value)) if column.personal else value
        for column, value in zip(table.columns, values, strict=True)
    ]
    return (cloak.word(cast("str", key)), cloak.sealed(cast("bytes", document)), *coded)


def _upsert(table: Table) -> str:
    names = ["key", "document", *(column.name for column in table.columns)]
    places = ", ".join("?" * len(names))
    updates = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({places}) ON CONFLICT (key) DO UPDATE SET {updates}"  # noqa: S608 (names are ours)
