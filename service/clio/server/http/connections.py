"""All connections of an HTTP server: how many there are, and which of them wait for their client.

One look at all of them now and then replaces a timer for each.
"""

from collections import OrderedDict
from enum import Enum, auto
from typing import Final, Protocol

from clio.server.http.outbox import Outbox

HEAD_SECONDS: Final = 10.0
IDLE_SECONDS: Final = 75.0
"""Longer than proxies keep their connections, so that it is the proxy that closes them."""
STALL_SECONDS: Final = 60.0
"""How long a client may leave its response unread."""
LINGER_SECONDS: Final = 2.0
"""How long the rest of a refused request is read and dropped, so that its client gets the response."""
MAX_WAITING_BYTES: Final = 64 * 1024 * 1024
"""The bodies of all requests that are not complete yet."""


class Phase(Enum):
    """What a connection waits for."""

    IDLE = auto()
    HEAD = auto()
    BODY = auto()
    RESPONSE = auto()
    LINGER = auto()


class Waiting(Protocol):
    """A connection, as the look at all of them needs it."""

    phase: Phase

    def expire(self) -> None:
        """Ends a connection whose client took too long."""

    def abort(self) -> None:
        """Ends a connection at once."""


class Connections:
    """The connections of one server."""

    def __init__(self, max_connections: int, body_seconds: float) -> None:
        self._max_connections: Final = max_connections
        self._seconds: Final = {
            Phase.IDLE: IDLE_SECONDS,
            Phase.HEAD: HEAD_SECONDS,
            Phase.BODY: body_seconds,
            Phase.LINGER: LINGER_SECONDS,
        }
        self._open: Final[set[Waiting]] = set()
        self._waiting: Final[OrderedDict[Waiting, float]] = OrderedDict()
        """Those that wait for their client and the time since when, the longest first."""
        self._stalled: Final[dict[Waiting, float]] = {}
        """Those whose client does not read."""
        self._waiting_bytes = 0
        self.outbox: Final = Outbox()
        self._headers: list[tuple[bytes, bytes]] = []
        self._lines = b""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Waiting) -> bool:
        """Adds a connection. Where there are too many the one that has waited longest ends; False where none waits."""
        if len(self._open) >= self._max_connections:
            if not self._waiting:
                return False
            next(iter(self._waiting)).abort()
        self._open.add(connection)
        return True

    def discard(self, connection: Waiting) -> None:
        """Removes a connection."""
        self._open.discard(connection)
        self._waiting.pop(connection, None)
        self._stalled.pop(connection, None)

    def abort_all(self) -> None:
        """Ends all connections at once."""
        for connection in [*self._open]:
            connection.abort()

    def wait(self, connection: Waiting, now: float) -> None:
        """A connection begins to wait for its client."""
        self._waiting[connection] = now
        self._waiting.move_to_end(connection)

    def work(self, connection: Waiting) -> None:
        """A connection has what it waited for."""
        self._waiting.pop(connection, None)

    def stall(self, connection: Waiting, now: float) -> None:
        """A client does not read."""
        self._stalled[connection] = now

    def flow(self, connection: Waiting) -> None:
        """It reads again."""
        self._stalled.pop(connection, None)

    def hold(self, size: int) -> bool:
        """Counts bytes of bodies, negative ones when they are let go; False if that is too many."""
        self._waiting_bytes += size
        return self._waiting_bytes <= MAX_WAITING_BYTES

    def lines_of(self, headers: list[tuple[bytes, bytes]]) -> bytes:
        """The lines of headers that all responses have; uvicorn makes a new list of them every second."""
        if headers is not self._headers:
            self._headers, self._lines = headers, b"".join([b"%b: %b\r\n" % header for header in headers])
        return self._lines

    def look(self, now: float) -> None:
        """Ends the connections whose clients take too long."""
        for connection, since in [*self._waiting.items()]:
            if now - since > self._seconds[connection.phase]:
                connection.expire()
        for connection, since in [*self._stalled.items()]:
            if now - since > STALL_SECONDS:
                connection.abort()
