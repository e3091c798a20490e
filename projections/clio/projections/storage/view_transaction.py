"""The changes that a page of events makes to a view, written together."""

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
DocumentCache: TypeAlias = OrderedDict[tuple[str, str], msgspec.Struct]
"""Recently used documents by table and key."""


class ViewTransaction:
    """Collects the changes of one page of events."""

    def __init__(self, session: Session, cache: DocumentCache, cipher: ViewCipher | None = None) -> None:
        self._session: Final = session
        self._cipher: Final = cipher
        self._cache: Final = cache
        self._changed: dict[tuple[str, str], msgspec.Struct | None] = {}
        self._before: dict[tuple[str, str], msgspec.Struct | None] = {}

    def get(self, table: Table, key: str, kind: type[Document]) -> Document | None:
        """Returns the document under a key, with all changes so far."""
        place = (table.name, key)
        if place in self._changed:
            return cast("Document | None", self._changed[place])
        if place in self._before:
            return cast("Document | None", self._before[place])
        found = self._cache.get(place)
        if found is None:
            found = Reader(self._session, self._cipher).get(table, key, kind)
        else:
            self._cache.move_to_end(place)
        self._before[place] = found
        return cast("Document | None", found)

    def put(self, table: Table, key: str, document: msgspec.Struct) -> None:
        """Writes a document."""
        self._changed[(table.name, key)] = document

    def delete(self, table: Table, key: str) -> None:
        """Deletes a document."""
        self._changed[(table.name, key)] = None

    def flush(self, tables: Sequence[Table]) -> None:
        """Writes all changes."""
        for table in tables:
            changed = {key: document for (name, key), document in self._changed.items() if name == table.name}
            if changed:
                self._flush_table(table, changed)
        for place, document in self._changed.items():
            if document is None:
                self._cache.pop(place, None)
            else:
                self._cache[place] = document
                self._cache.move_to_end(place)

    def _flush_table(self, table: Table, changed: dict[str, msgspec.Struct | None]) -> None:
        gone = [(self._blind_index(key),) for key, document in changed.items() if document is None]
        if gone:
            self._session.execute_many(f"DELETE FROM {table.name} WHERE key = ?", gone)  # noqa: S608 (tables are ours)
        rows: list[tuple[Value | bytes, ...]] = [
            (key, canonical(document), *(column.of(document) for column in table.columns))
            for key, document in changed.items()
            if document is not None
        ]
        if self._cipher is not None:
            rows = [_encrypted(table, row, self._cipher) for row in rows]
        if rows:
            self._session.execute_many(_upsert(table), rows)
        if table.tags is not None:
            self._flush_tags(table, changed)

    def _flush_tags(self, table: Table, changed: dict[str, msgspec.Struct | None]) -> None:
        for key, document in changed.items():
            before = self._before.get((table.name, key))
            old, new = _tags(table, before), _tags(table, document)
            if old != new:
                self._session.execute(f"DELETE FROM {table.name}_tag WHERE key = ?", (self._blind_index(key),))  # noqa: S608 (tables are ours)
                self._session.execute_many(
                    f"INSERT INTO {table.name}_tag VALUES (?, ?, ?)",  # noqa: S608 (tables are ours)
                    [(self._blind_index(tag), _place(table, document), self._blind_index(key)) for tag in sorted(new)],
                )

    def _blind_index(self, word: str) -> str:
        return self._cipher.blind_index(word) if self._cipher else word


def _tags(table: Table, document: msgspec.Struct | None) -> set[str]:
    return set(table.tags(document)) if table.tags and document is not None else set()


def _place(table: Table, document: msgspec.Struct | None) -> Value:
    return next((column.of(document) for column in table.columns if column.name == table.tags_by), 0)


def _encrypted(table: Table, row: tuple[Value | bytes, ...], cipher: ViewCipher) -> tuple[Value | bytes, ...]:
    key, document, *values = row
    coded = [
        cipher.blind_index(str(value)) if column.personal else value
        for column, value in zip(table.columns, values, strict=True)
    ]
    return (cipher.blind_index(cast("str", key)), cipher.encrypt(cast("bytes", document)), *coded)


def _upsert(table: Table) -> str:
    names = ["key", "document", *(column.name for column in table.columns)]
    places = ", ".join("?" * len(names))
    updates = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({places}) ON CONFLICT (key) DO UPDATE SET {updates}"  # noqa: S608 (names are ours)
