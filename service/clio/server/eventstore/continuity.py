"""Checks that events continue the record, after the database may have been rolled back under a running server.

A command is decided on the match in memory, and the primary key detects that another server was faster. A database
that was rolled back has fewer events than memory: the key would accept an event behind a gap.
"""

from collections.abc import Callable, Sequence
from typing import Final

from eventsourcing.persistence import IntegrityError, StoredEvent

from clio.kernel.events.storage_codec import shown
from clio.kernel.integrity.chain import link

Select = Callable[[str, int, int], list[bytes]]
"""Returns the stored states of a match after a position, up to a number."""


class ContinuityCheck:
    """Refuses events whose predecessor the record does not have; their match is then read again."""

    def __init__(self, in_doubt: Callable[[], bool], select: Select, decipher: Callable[[bytes], bytes]) -> None:
        self._in_doubt: Final = in_doubt
        self._select: Final = select
        self._decipher: Final = decipher

    def __call__(self, events: Sequence[StoredEvent]) -> None:
        """Called before every attempt to insert."""
        if not self._in_doubt():
            return
        seen: set[str] = set()
        for event in events:
            match_id = str(event.originator_id)
            if match_id not in seen and event.originator_version > 1 and not self._continues(match_id, event):
                raise IntegrityError(f"the record does not have what event {event.originator_version} continues")
            seen.add(match_id)

    def _continues(self, match_id: str, event: StoredEvent) -> bool:
        found = self._select(match_id, event.originator_version - 2, 1)
        if not found:
            return False
        (_, before), (line, digest) = (shown(self._decipher(bytes(state))) for state in (found[0], event.state))
        return link(before, line) == digest
