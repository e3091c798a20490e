"""The interface that hides the differences between SQLite and PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol

from clio.projections.table import Kind, Value


class StoreUnavailableError(Exception):
    """The store cannot be reached or written; nothing was changed, and a retry may help."""


class Cursor(Protocol):
    """The common part of both drivers' cursors."""

    @property
    def description(self) -> Sequence[Any] | None:
        """The columns of the result, each beginning with its name."""

    def fetchone(self) -> Any:  # noqa: ANN401 (a row of any columns)
        """Returns the next row."""

    def fetchall(self) -> list[Any]:
        """Returns all remaining rows."""

    def fetchmany(self, size: int) -> list[Any]:
        """Returns the next rows."""


class Session(Protocol):
    """A transaction; statements use question marks as placeholders."""

    def execute(self, statement: str, values: Sequence[Value | bytes] = ()) -> Cursor:
        """Runs a statement."""

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value | bytes]]) -> None:
        """Runs a statement once for each row of values."""

    def stream(self, statement: str) -> Iterator[Sequence[Any]]:
        """Streams the rows of a large result."""


class Database(ABC):
    """A database that holds the tables of one view."""

    types: ClassVar[dict[Kind, str]]
    blob: ClassVar[str]
    row_lock: ClassVar[str]
    """The clause that locks the rows of a SELECT until the transaction ends."""
    table_lock: ClassVar[str]
    """The statement that locks a table against other writers; empty if transactions do so anyway."""

    @abstractmethod
    def create(self, statements: Sequence[str]) -> None:
        """Creates missing tables."""

    @abstractmethod
    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Begins a read transaction with a consistent snapshot."""
        yield  # type: ignore[misc]  # abstract

    @abstractmethod
    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Begins a write transaction."""
        yield  # type: ignore[misc]  # abstract

    @abstractmethod
    def close(self) -> None:
        """Closes all connections."""
