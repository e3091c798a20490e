"""A projection: a fold of the record's events into the tables of a view."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol, TypeVar

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.table import Table

Document = TypeVar("Document", bound=msgspec.Struct)


class ViewWriter(Protocol):
    """A view while events are folded into it: what is put here is kept together with the position, or not at all."""

    def get(self, table: Table, key: str, kind: type[Document]) -> Document | None:
        """The document under a key, as the events so far have made it."""

    def put(self, table: Table, key: str, document: msgspec.Struct) -> None:
        """Writes a document."""

    def delete(self, table: Table, key: str) -> None:
        """Removes a document."""


class Projection(ABC):
    """Folds one event after the other; the same events always give the same view, byte by byte.

    ``version`` grows with every change of the fold or its documents: a view that another version made is not
    touched, but built anew beside it.
    ``share`` is how much of the interpreter's time the fold takes while the server records; in quiet it takes all.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    tables: ClassVar[tuple[Table, ...]]
    share: ClassVar[float] = 0.05

    @abstractmethod
    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Takes in the event that stands at a position of the log."""

    def forget(self) -> None:  # noqa: B027 (most folds remember nothing)
        """Drops whatever is remembered between events: the view was left at another position than expected."""
