"""Responses that wait to be sent: all those of one turn of the event loop leave together.

To send is to wake the client up, and a client that sleeps is woken at a cost to the sender. A commit makes many
responses ready at once; sent in a row, most of them find their client awake.
"""

import asyncio
from typing import Final


class Outbox:
    """The responses to all clients of a server, in their order."""

    def __init__(self) -> None:
        self._waiting: Final[list[tuple[asyncio.Transport, bytes]]] = []

    def add(self, transport: asyncio.Transport, data: bytes) -> None:
        """Sends bytes in the next turn of the event loop."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append((transport, data))

    def flush(self) -> None:
        """Sends all that waits; nothing to clients that are gone."""
        if not self._waiting:
            return
        waiting = self._waiting.copy()
        self._waiting.clear()
        for transport, data in waiting:
            if not transport.is_closing():
                transport.write(data)
