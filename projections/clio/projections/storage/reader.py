"""Reads a view at one position."""

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from clio.projections.storage.database import Session
from clio.projections.storage.query import Query, conditions, page_of
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.table import Table

Document = TypeVar("Document", bound=msgspec.Struct)


class Reader:
    """Read access to a view inside one transaction."""

    def __init__(self, session: Session, cipher: ViewCipher | None = None, *, read_only: bool = False) -> None:
        self._session: Final = session
        self._cipher: Final = cipher
        self._read_only: Final = read_only

    def position(self) -> int:
        """Returns the last position of the log that the view has applied."""
        return int(self._session.execute("SELECT position FROM tracking").fetchone()[0])

    def applied(self) -> int:
        """Returns how many events the view has applied."""
        return int(self._session.execute("SELECT applied FROM tracking").fetchone()[0])

    def get(self, table: Table, key: str, kind: type[Document]) -> Document | None:
        """Returns the document under a key."""
        key = self._cipher.blind_index(key) if self._cipher else key
        row = self._session.execute(f"SELECT document FROM {table.name} WHERE key = ?", (key,)).fetchone()  # noqa: S608 (tables are ours)
        return msgspec.json.decode(self._plain(row[0]), type=kind) if row else None

    def page(self, table: Table, query: Query, kind: type[Document]) -> list[Document]:
        """Returns the documents that a query finds."""
        if self._read_only:
            # Another version may store tags without positions: use the slower query without them.
            table = msgspec.structs.replace(table, tags_by="")
            known = self._without_new_columns(table, query)
            if known is None:
                return []
            query = known
        statement, values = page_of(table, query, self._cipher)
        decoder = msgspec.json.Decoder(kind)
        return [decoder.decode(self._plain(row[0])) for row in self._session.execute(statement, values).fetchall()]

    def count(self, table: Table, query: Query) -> int:
        """Returns how many documents a query finds."""
        if self._read_only:
            known = self._without_new_columns(table, query)
            if known is None:
                return 0
            query = known
        where, values = conditions(table, query, self._cipher)
        return int(self._session.execute(f"SELECT count(*) FROM {table.name}{where}", values).fetchone()[0])  # noqa: S608 (names are ours, values are bound)

    def rows(self, table: str) -> Iterator[tuple[str, bytes]]:
        """Yields every key as stored, with its document's canonical bytes, sorted by key."""
        for key, document in self._session.stream(f"SELECT key, document FROM {table} ORDER BY key"):  # noqa: S608 (tables are ours)
            yield key, bytes(self._plain(document))

    def _without_new_columns(self, table: Table, query: Query) -> Query | None:
        """The query for a view of another version, whose table may lack columns; None where no row of it fits."""
        found = self._session.execute(f"SELECT * FROM {table.name} LIMIT 0").description or ()  # noqa: S608 (tables are ours)
        there = {column[0] for column in found}
        added = {column.name: column.before for column in table.columns if column.name not in there}
        if any(name in added and value != added[name] for name, value in query.equal):
            return None
        return msgspec.structs.replace(query, equal=tuple(each for each in query.equal if each[0] not in added))

    def _plain(self, document: bytes) -> bytes:
        return self._cipher.decrypt(document) if self._cipher else document
