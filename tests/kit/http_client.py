"""A plain HTTP/1.1 client of the tests: sends exactly the bytes it is given, and reads what comes."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httptools


class Response(NamedTuple):
    """A whole response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The reason of a Connect error."""
        return str(self.json["details"][0]["debug"]["reason"])


class HttpConnection:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._restart()

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Response:
        await self.send(request_bytes(method, path, body, headers))
        return await self.response(is_head=method == "HEAD")

    async def head(self) -> Response:
        """Reads up to the end of the headers."""
        while not self._has_head:
            await self._feed()
        return Response(self._parser.get_status_code(), self._headers, b"")

    async def parts(self) -> AsyncIterator[bytes]:
        """The parts of a body as they come."""
        while True:
            for part in self._take():
                yield part
            if self._is_complete:
                return
            await self._feed()

    async def response(self, *, is_head: bool = False) -> Response:
        await self.head()
        while not self._is_complete and not is_head:
            await self._feed()
        response = Response(self._parser.get_status_code(), self._headers, b"".join(self._take()))
        self._restart()
        return response

    def _restart(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._headers: dict[str, str] = {}
        self._body: list[bytes] = []
        self._has_head = self._is_complete = False

    def _take(self) -> list[bytes]:
        taken, self._body = self._body, []
        return taken

    async def _feed(self) -> None:
        data = await asyncio.wait_for(self.reader.read(65_536), 30)
        if not data:
            if self._has_head and "content-length" not in self._headers and "transfer-encoding" not in self._headers:
                self._is_complete = True
                return
            raise ConnectionResetError("the server closed the connection")
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode().lower()] = value.decode()

    def on_headers_complete(self) -> None:
        self._has_head = True

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        if self._parser.get_status_code() == 100:
            self._restart()
        else:
            self._is_complete = True


def request_bytes(method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    lines = {"host": "clio.test", **(headers or {})}
    if body or method == "POST":
        lines.setdefault("content-length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


@asynccontextmanager
async def http_connection(url: str, **more: Any) -> AsyncIterator[HttpConnection]:
    """A connection to the server at a URL."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, **more)
    try:
        yield HttpConnection(reader, writer)
    finally:
        writer.close()


async def call(
    url: str, method: str, request: object, token: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """A unary call in JSON; ``method`` is ``MatchService/GetMatch``."""
    lines = {"content-type": "application/json", **(headers or {})}
    if token:
        lines["authorization"] = f"Bearer {token}"
    async with http_connection(url) as connection:
        return await connection.request("POST", f"/clio.v1.{method}", json.dumps(request).encode(), lines)


def envelope(data: bytes, flags: int = 0) -> bytes:
    return struct.pack(">BI", flags, len(data)) + data


def envelopes(body: bytes) -> list[tuple[int, bytes]]:
    """The flags and the content of each envelope of a stream."""
    found = []
    while body:
        flags, size = struct.unpack_from(">BI", body)
        found.append((flags, body[5 : 5 + size]))
        body = body[5 + size :]
    return found
