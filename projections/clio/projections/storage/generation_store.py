"""The store of all views: the generations of each projection, and which of them serves."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

import msgspec

from clio.projections.storage.comparison import Comparison
from clio.projections.storage.database import Database, Session
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.storage.view_store import MAX_CACHED_DOCUMENTS, ViewStore
from clio.projections.table import Table

Role: TypeAlias = Literal["building", "serving", "retired"]
_COLUMNS: Final = "name, number, version, role, tables, comparison"


class StoredTable(msgspec.Struct, frozen=True):
    """A table of a generation, whatever tables the present code has."""

    name: str
    private: bool


class Generation(msgspec.Struct, frozen=True):
    """One build of a view: its projection's version and its role."""

    name: str
    number: int
    version: int
    role: Role
    tables: tuple[StoredTable, ...]
    comparison: Comparison | None = None

    @property
    def label(self) -> str:
        """The name of its file or schema."""
        return f"{self.name}_{self.number}"


class NoSuchGenerationError(Exception):
    """There is no such generation, or it is in use."""


class GenerationStore(ABC):
    """Keeps the catalogue of generations; each generation has its own file or schema, and is dropped as a whole."""

    def __init__(
        self, database: Database, cipher: ViewCipher | None = None, max_cached: int = MAX_CACHED_DOCUMENTS
    ) -> None:
        """``max_cached`` documents of each view stay in memory."""
        self._catalog: Final = database
        self._cipher: Final = cipher
        self._max_cached: Final = max_cached
        integer, text = database.types["integer"], database.types["text"]
        blob = f"{database.blob} NOT NULL"
        columns = (
            f"name {text} NOT NULL, number {integer} NOT NULL, version {integer} NOT NULL, role {text} NOT NULL, "
            f"tables {blob}, comparison {blob}, PRIMARY KEY (name, number)"
        )
        database.create([f"CREATE TABLE IF NOT EXISTS generation ({columns})"])

    def generations(self) -> list[Generation]:
        """Returns all generations, oldest first."""
        with self._catalog.reading() as session:
            return self._all(session)

    def add(self, name: str, version: int, role: Role, tables: Sequence[Table]) -> Generation:
        """Adds an empty generation; returns the existing one if two servers add the same."""
        with self._locked() as session:
            known = [generation for generation in self._all(session) if generation.name == name]
            for generation in known:
                if generation.role == role:
                    return generation
            number = max((generation.number for generation in known), default=0) + 1
            stored = tuple(StoredTable(table.name, table.private) for table in tables)
            session.execute(
                f"INSERT INTO generation ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608 (columns are ours)
                (name, number, version, role, msgspec.json.encode(stored), b""),
            )
        return Generation(name, number, version, role, stored)

    def store_comparison(self, generation: Generation, comparison: Comparison) -> None:
        """Stores the comparison with the serving generation."""
        with self._catalog.writing() as session:
            session.execute(
                "UPDATE generation SET comparison = ? WHERE name = ? AND number = ?",
                (self._encrypt(msgspec.json.encode(comparison)), generation.name, generation.number),
            )

    def switch(self, generation: Generation) -> None:
        """Makes a generation the serving one, and retires the previous one."""
        with self._locked() as session:
            roles = {found.number: found.role for found in self._all(session) if found.name == generation.name}
            if roles.get(generation.number) != "building":
                raise NoSuchGenerationError(f"generation {generation.number} of {generation.name} is not being built")
            for number, role in roles.items():
                if role == "serving":
                    _set_role(session, generation.name, number, "retired")
            _set_role(session, generation.name, generation.number, "serving")

    def remove(self, generation: Generation) -> None:
        """Drops a generation with all its content; never the serving one."""
        with self._locked() as session:
            roles = {found.number: found.role for found in self._all(session) if found.name == generation.name}
            if roles.get(generation.number) in (None, "serving"):
                raise NoSuchGenerationError(f"generation {generation.number} of {generation.name} cannot be dropped")
            session.execute(
                "DELETE FROM generation WHERE name = ? AND number = ?", (generation.name, generation.number)
            )
        self._discard(generation)

    def store(self, generation: Generation, tables: Sequence[Table]) -> ViewStore:
        """Opens the store of a generation and creates missing tables."""
        store = ViewStore(self._database(generation), self._cipher, self._max_cached)
        store.create(tables)
        return store

    def read_only_store(self, generation: Generation) -> ViewStore:
        """Opens the store of a generation that another version of the code wrote, for reading only."""
        return ViewStore(self._database(generation), self._cipher, self._max_cached, read_only=True)

    def close(self) -> None:
        """Closes the catalogue."""
        self._catalog.close()

    @contextmanager
    def _locked(self) -> Iterator[Session]:
        with self._catalog.writing() as session:
            if self._catalog.table_lock:
                session.execute(self._catalog.table_lock.format("generation"))
            yield session

    def _all(self, session: Session) -> list[Generation]:
        rows = session.execute(f"SELECT {_COLUMNS} FROM generation ORDER BY name, number").fetchall()  # noqa: S608 (columns are ours)
        return [
            Generation(
                name,
                number,
                version,
                role,
                msgspec.json.decode(tables, type=tuple[StoredTable, ...]),
                msgspec.json.decode(self._decrypt(comparison), type=Comparison) if comparison else None,
            )
            for name, number, version, role, tables, comparison in rows
        ]

    def _encrypt(self, content: bytes) -> bytes:
        return self._cipher.encrypt(content) if self._cipher else content

    def _decrypt(self, content: bytes) -> bytes:
        return self._cipher.decrypt(content) if self._cipher else content

    @abstractmethod
    def _database(self, generation: Generation) -> Database:
        """Opens the database of a generation."""

    @abstractmethod
    def _discard(self, generation: Generation) -> None:
        """Removes the database of a generation."""


def _set_role(session: Session, name: str, number: int, role: Role) -> None:
    session.execute("UPDATE generation SET role = ? WHERE name = ? AND number = ?", (role, name, number))
