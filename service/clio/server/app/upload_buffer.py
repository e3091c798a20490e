"""Collects the messages of an upload."""

from typing import Final

from clio.server.eventstore.record_parts import PART_BYTES


class UploadBuffer:
    """Keeps an upload in parts of one size, whatever the size of its messages.

    A buffer in one piece is moved in memory as it grows: several milliseconds of the event loop for a few MiB.
    """

    def __init__(self) -> None:
        self.size = 0
        self._parts: Final[list[bytes]] = []
        self._last = bytearray()

    def add(self, chunk: bytes) -> None:
        """Appends a message."""
        self.size += len(chunk)
        self._last += chunk
        if len(self._last) >= PART_BYTES:
            self._parts.append(bytes(self._last))
            self._last = bytearray()

    def parts(self) -> list[bytes]:
        """Everything that was added."""
        return [*self._parts, bytes(self._last)] if self._last else self._parts
