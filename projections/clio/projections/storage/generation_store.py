"""Where all views are kept: for each projection the generations that were built, and which of them serves."""

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
    """A table that a generation has, whatever tables today's code knows."""

    name: str
    private: bool


class Generation(msgspec.Struct, frozen=True):
    """One building of a view: by which version of its projection, and what it is there for."""

    name: str
    number: int
    version: int
    role: Role
    tables: tuple[StoredTable, ...]
    comparison: Comparison | None = None

    @property
    def label(self) -> str:
        """A name for its file or schema."""
        return f"{self.name}_{self.number}"


class NoSuchGenerationError(Exception):
    """There is no such generation, or it is in use."""


class GenerationStore(ABC):
    """Keeps the list of generations; what is in them is kept apart, so that one can be dropped as a whole."""

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
        """All of them, oldest first."""
        with self._catalog.reading() as session:
            return self._all(session)

    def add(self, name: str, version: int, role: Role, tables: Sequence[Table]) -> Generation:
        """A new, empty generation; the one that is there already if two servers want the same at once."""
        with self._alone() as session:
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

    def note(self, generation: Generation, comparison: Comparison) -> None:
        """Keeps what a comparison with the serving generation found."""
        with self._catalog.writing() as session:
            session.execute(
                "UPDATE generation SET comparison = ? WHERE name = ? AND number = ?",
                (self._encrypt(msgspec.json.encode(comparison)), generation.name, generation.number),
            )

    def switch(self, generation: Generation) -> None:
        """Lets a generation serve, and retires the one that served."""
        with self._alone() as session:
            roles = {found.number: found.role for found in self._all(session) if found.name == generation.name}
            if roles.get(generation.number) != "building":
                raise NoSuchGenerationError(f"generation {generation.number} of {generation.name} is not being built")
            for number, role in roles.items():
                if role == "serving":
                    _set_role(session, generation.name, number, "retired")
            _set_role(session, generation.name, generation.number, "serving")

    def remove(self, generation: Generation) -> None:
        """Drops a generation with all its content; never the one that serves."""
        with self._alone() as session:
            roles = {found.number: found.role for found in self._all(session) if found.name == generation.name}
            if roles.get(generation.number) in (None, "serving"):
                raise NoSuchGenerationError(f"generation {generation.number} of {generation.name} cannot be dropped")
            session.execute(
                "DELETE FROM generation WHERE name = ? AND number = ?", (generation.name, generation.number)
            )
        self._discard(generation)

    def store(self, generation: Generation, tables: Sequence[Table]) -> ViewStore:
        """The store of a generation, with its tables made if they are not there."""
        store = ViewStore(self._database(generation), self._cipher, self._max_cached)
        store.create(tables)
        return store

    def read_only_store(self, generation: Generation) -> ViewStore:
        """The store of a generation that other code has made: to be read only."""
        return ViewStore(self._database(generation), self._cipher, self._max_cached, read_only=True)

    def close(self) -> None:
        """Closes the catalogue."""
        self._catalog.close()

    @contextmanager
    def _alone(self) -> Iterator[Session]:
        with self._catalog.writing() as session:
            if self._catalog.alone:
                session.execute(self._catalog.alone.format("generation"))
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
        """The place of a generation's tables."""

    @abstractmethod
    def _discard(self, generation: Generation) -> None:
        """Removes that place."""


def _set_role(session: Session, name: str, number: int, role: Role) -> None:
    session.execute("UPDATE generation SET role = ? WHERE name = ? AND number = ?", (role, name, number))
