"""The little that SQLite and PostgreSQL do differently here."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol

from clio.projections.table import Kind, Value


class StoreUnavailableError(Exception):
    """The store cannot be reached or written now; nothing was changed, and trying again may help."""


class Cursor(Protocol):
    """What both drivers' cursors have in common."""

    def fetchone(self) -> Any:  # noqa: ANN401 (a row of any columns)
        """The next row."""

    def fetchall(self) -> list[Any]:
        """All rows left."""

    def fetchmany(self, size: int) -> list[Any]:
        """The next rows."""


class Session(Protocol):
    """A transaction: statements are written with question marks for values."""

    def execute(self, statement: str, values: Sequence[Value | bytes] = ()) -> Cursor:
        """Runs a statement."""

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value | bytes]]) -> None:
        """Runs a statement once for each row of values."""

    def stream(self, statement: str) -> Iterator[Sequence[Any]]:
        """The rows of a large answer, without holding all of them."""


class Database(ABC):
    """One place that holds the tables of a view."""

    types: ClassVar[dict[Kind, str]]
    blob: ClassVar[str]
    lock: ClassVar[str]
    """What makes a SELECT hold its row until the transaction ends."""
    alone: ClassVar[str]
    """The statement that makes other writers of a table wait; empty where they wait anyway."""

    @abstractmethod
    def create(self, statements: Sequence[str]) -> None:
        """Makes the tables that are not there yet."""

    @abstractmethod
    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction in which the same is seen throughout, whatever is written meanwhile."""
        yield  # type: ignore[misc]  # abstract

    @abstractmethod
    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is kept as a whole or not at all."""
        yield  # type: ignore[misc]  # abstract

    @abstractmethod
    def close(self) -> None:
        """Closes all connections."""
