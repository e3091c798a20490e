"""One HTTP request and its response."""

import asyncio
from http import HTTPStatus
from typing import Final, Protocol

STATUS_LINES: Final = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}
_LAST_CHUNK: Final = b"0\r\n\r\n"
_NO_CONTENT: Final = 204


class Channel(Protocol):
    """The connection of an exchange."""

    peer: str

    @property
    def date_line(self) -> bytes:
        """The header line with the time."""

    @property
    def is_stalled(self) -> bool:
        """Whether the client does not read."""

    def write(self, data: bytes) -> None:
        """Writes bytes at once."""

    def write_soon(self, data: bytes) -> None:
        """Writes bytes together with those for other clients."""

    def resume_reading(self) -> None:
        """Lets more of the body come."""

    async def drain(self) -> None:
        """Waits until the client has read enough."""

    def complete(self, exchange: "Exchange") -> None:
        """The response is written."""

    def abandon(self) -> None:
        """The response will not be written, or not to its end."""


class Exchange:
    """A request whose head has arrived, and the response to it."""

    __slots__ = (
        "_channel",
        "_news",
        "body",
        "headers",
        "is_complete",
        "is_responded",
        "is_started",
        "is_streamed",
        "keep_alive",
        "limit",
        "method",
        "path",
        "query",
        "route",
        "takes_chunks",
    )

    def __init__(self, channel: Channel, method: str, url: bytes, headers: dict[bytes, bytes]) -> None:
        self._channel: Final = channel
        self.method: Final = method
        self.path, _, self.query = url.partition(b"?")
        self.headers: Final = headers
        """By their names in lower case; the values of a repeated one are joined with commas."""
        self.keep_alive = False
        self.takes_chunks = True
        """Whether the client speaks HTTP/1.1; to others a stream ends with its connection."""
        self.limit = 0
        """How large the body may be."""
        self.is_streamed = False
        """Whether it is answered before its body is complete."""
        self.route: object = None
        """What the application has found for its path."""
        self.body = b""
        self.is_complete = False
        """Whether the whole body has arrived."""
        self.is_started = False
        self.is_responded = False
        self._news: asyncio.Event | None = None

    @property
    def peer(self) -> str:
        """The client's address and port."""
        return self._channel.peer

    def feed(self, data: bytes) -> None:
        """Takes a part of the body in."""
        self.body = self.body + data if self.body else data
        if self._news is not None:
            self._news.set()

    def end(self) -> None:
        """The body is complete, or the client is gone."""
        self.is_complete = True
        if self._news is not None:
            self._news.set()

    async def next_part(self) -> bytes:
        """The bytes of the body that have come since the last call; empty at its end."""
        while not self.body and not self.is_complete:
            if self._news is None:
                self._news = asyncio.Event()
            self._news.clear()
            self._channel.resume_reading()
            await self._news.wait()
        part, self.body = self.body, b""
        return part

    def respond(self, status: int, head: bytes, body: bytes) -> None:
        """Writes a whole response; ``head`` is header lines, each with its line end."""
        closing = b"" if self.keep_alive else b"connection: close\r\n"
        self.is_started = True
        # A response without content must not tell its length.
        length = b"" if status == _NO_CONTENT else b"content-length: %d\r\n" % len(body)
        self._channel.write_soon(
            b"%b%b%b%b%b\r\n%b"
            % (
                STATUS_LINES[status],
                self._channel.date_line,
                head,
                closing,
                length,
                b"" if self.method == "HEAD" else body,
            )
        )
        self._complete()

    def start(self, head: bytes) -> None:
        """Begins the response of a stream, with status 200."""
        framing = b"transfer-encoding: chunked\r\n" if self.takes_chunks else b""
        closing = b"" if self.keep_alive else b"connection: close\r\n"
        self.is_started = True
        self._channel.write(b"%b%b%b%b%b\r\n" % (STATUS_LINES[200], self._channel.date_line, head, framing, closing))

    def push(self, data: bytes) -> bool:
        """Writes a part of a stream's response; True where the client does not read, and must be waited for."""
        self._channel.write(b"%x\r\n%b\r\n" % (len(data), data) if self.takes_chunks else data)
        return self._channel.is_stalled

    async def drain(self) -> None:
        """Waits until the client has read enough."""
        await self._channel.drain()

    def finish(self, data: bytes = b"") -> None:
        """Ends the response of a stream, after a last part."""
        if data:
            self._channel.write(b"%x\r\n%b\r\n" % (len(data), data) if self.takes_chunks else data)
        if self.takes_chunks:
            self._channel.write(_LAST_CHUNK)
        self._complete()

    def abandon(self) -> None:
        """The response will not be written, or not to its end."""
        if not self.is_responded:
            self._channel.abandon()

    def _complete(self) -> None:
        self.is_responded = True
        self._channel.complete(self)
