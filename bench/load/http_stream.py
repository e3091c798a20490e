"""A stream of the HTTP API, read with as little work as a client can do."""

import asyncio
import struct
from collections.abc import Callable
from typing import cast

_PREFIX = struct.Struct(">BI")
_END_OF_STREAM = 2


class HttpStream(asyncio.Protocol):
    """One connection with one server stream in protobuf. The server sends every message in a chunk of its own."""

    def __init__(self, path: str, request: bytes, on_message: Callable[[bytes], None]) -> None:
        self._request = _PREFIX.pack(0, len(request)) + request
        self._path = path
        self._on_message = on_message
        self._received = b""
        self._has_head = False
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        head = f"POST {self._path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+proto\r\n"
        asked = f"{head}content-length: {len(self._request)}\r\n\r\n".encode() + self._request
        cast("asyncio.Transport", transport).write(asked)

    def connection_lost(self, exc: Exception | None) -> None:
        """The stream is over."""
        del exc
        if not self.ended.done():
            self.ended.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Hands over the messages that are complete."""
        self._received += data
        if not self._has_head:
            head, end, rest = self._received.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 200"), head
            self._has_head, self._received = True, rest
        while (line := self._received.find(b"\r\n")) > 0:
            size = int(self._received[:line], 16)
            if len(self._received) < line + size + 4:
                return
            chunk, self._received = self._received[line + 2 : line + 2 + size], self._received[line + size + 4 :]
            if not chunk or chunk[0] & _END_OF_STREAM:
                return
            self._on_message(chunk[_PREFIX.size :])
