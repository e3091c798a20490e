"""A projection folds the events of the log into the tables of a view."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol, TypeVar

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.table import Table

Document = TypeVar("Document", bound=msgspec.Struct)


class ViewWriter(Protocol):
    """Write access to a view: changes are committed together with the position, or not at all."""

    def get(self, table: Table, key: str, kind: type[Document]) -> Document | None:
        """Returns the document under a key, with all changes so far."""

    def put(self, table: Table, key: str, document: msgspec.Struct) -> None:
        """Writes a document."""

    def delete(self, table: Table, key: str) -> None:
        """Removes a document."""


class Projection(ABC):
    """Folds one event after the other; the same events always give the same view, byte for byte.

    ``version`` grows with every change of the fold or its documents: a view of another version is not changed; a new
    generation is built beside it.
    ``share`` is the share of CPU time that the fold may take while the server records; when idle it takes all.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    tables: ClassVar[tuple[Table, ...]]
    share: ClassVar[float] = 0.05

    @abstractmethod
    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Applies the event at a position of the log."""

    def clear_cache(self) -> None:  # noqa: B027 (most folds cache nothing)
        """Clears all state cached between events: the view is at another position than expected."""
