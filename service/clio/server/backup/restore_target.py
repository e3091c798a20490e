"""The target of a restore: the protocol of event stores being restored, and the marker of an unfinished restore."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol

from eventsourcing.persistence import StoredEvent

from clio.server.settings import SettingsError

RESTORING: Final = "restoring"
"""The working folder of a restore inside CLIO_DATA; it exists from the first byte to the last."""


class Target(Protocol):
    """An event store being restored, in its final format. No server sees any of it before ``finish``."""

    def put(self, position: int, event: StoredEvent) -> None:
        """Adds an event; events arrive in log order."""

    def matches(self) -> Iterator[list[StoredEvent]]:
        """Reads all added events back, match by match."""

    def finish(self, archive: Path) -> None:
        """Commits the events together with the archive in ``archive``, atomically and durably."""

    def abandon(self) -> None:
        """Removes everything written; does nothing after ``finish``."""


def refuse_half_restored(data: Path) -> None:
    """Keeps a server from starting on an interrupted restore."""
    if (data / RESTORING).exists():
        raise SettingsError(
            "A restore into {data} was interrupted or is in progress: run clio admin restore again.", data=str(data)
        )


def from_row(row: tuple[Any, ...]) -> StoredEvent:
    """Builds the stored event of a row: match, seq, type, bytes."""
    match_id, seq, topic, state = row
    return StoredEvent(originator_id=match_id, originator_version=seq, topic=topic, state=bytes(state))


def move_into_place(source: Path, destination: Path) -> None:
    """Renames a file or folder, durably."""
    source.replace(destination)
    sync_folder(destination.parent)


def sync_folder(folder: Path) -> None:
    """Flushes a folder's entries to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
