"""Where a backup is restored to: nothing of it can be seen by a server before it is finished."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from eventsourcing.persistence import StoredEvent


class Target(Protocol):
    """A record in the making, in the form that its server will find."""

    def put(self, position: int, event: StoredEvent) -> None:
        """Takes an event in; they come in the order of the log."""

    def matches(self) -> Iterator[list[StoredEvent]]:
        """All that was taken in, read back match by match."""

    def finish(self, archive: Path) -> None:
        """Puts it in service with the archive that was made in a file beside it, all at once and durable."""

    def abandon(self) -> None:
        """Leaves nothing behind; does nothing to what is finished."""
