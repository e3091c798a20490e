"""Events as rows."""

from typing import Any

from eventsourcing.persistence import StoredEvent


def from_row(row: tuple[Any, ...]) -> StoredEvent:
    """The stored event of a row: match, seq, type, bytes."""
    match_id, seq, topic, state = row
    return StoredEvent(originator_id=match_id, originator_version=seq, topic=topic, state=bytes(state))
