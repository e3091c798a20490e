"""An in-memory view, for folds without a database."""

from collections.abc import Iterable
from typing import Any

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.projection import Projection
from clio.projections.table import Table


class MemoryDraft:
    """Documents by table and key."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Any]] = {}

    def get(self, table: Table, key: str, kind: type[Any]) -> Any:
        del kind
        return self.tables.get(table.name, {}).get(key)

    def put(self, table: Table, key: str, document: msgspec.Struct) -> None:
        self.tables.setdefault(table.name, {})[key] = document

    def delete(self, table: Table, key: str) -> None:
        self.tables.get(table.name, {}).pop(key, None)

    def documents(self, table: Table) -> list[Any]:
        return list(self.tables.get(table.name, {}).values())


def folded(projection: Projection, events: Iterable[MatchEvent]) -> MemoryDraft:
    """The view of these events, at positions from 1."""
    draft = MemoryDraft()
    for position, event in enumerate(events, 1):
        projection.apply(draft, position, event)
    return draft
