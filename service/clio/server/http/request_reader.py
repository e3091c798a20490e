"""Reads the requests of a connection: parses HTTP/1.1, and bounds the size of heads and bodies."""

from collections.abc import Callable
from typing import Any, Final, Protocol

import httptools

from clio.server.http import http_errors
from clio.server.http.exchange import Channel, Exchange
from clio.server.http.http_errors import HttpError

MAX_HEAD_BYTES: Final = 16 * 1024
"""The request line and the headers together; gRPC has the same limit."""
MAX_HEADERS: Final = 100
_MAX_LENGTH_DIGITS: Final = 20
_SINGLE: Final = frozenset(
    {b"authorization", b"x-clio-key", b"x-clio-invite", b"x-clio-seat", b"content-type", b"origin"}
)
"""Headers of which the first counts where they are repeated."""


class Receiver(Channel, Protocol):
    """The connection whose requests are read."""

    @property
    def is_lingering(self) -> bool:
        """Whether what still comes is dropped."""

    def expect(self, exchange: Exchange) -> None:
        """The body of a request is about to come."""

    def take(self, exchange: Exchange, body: bytes) -> None:
        """A part of a body has arrived."""

    def begin(self, exchange: Exchange) -> None:
        """A request is complete."""

    def refuse(self, refusal: HttpError) -> None:
        """Ends the connection with an error."""


class RequestReader:
    """One connection's parser and the request that it is reading."""

    def __init__(self, receiver: Receiver, admit: Callable[[Exchange], None]) -> None:
        """``admit`` says of a request whose head has arrived how large its body may be, and whether it is streamed."""
        self._receiver: Final = receiver
        self._admit: Final = admit
        self._parser: Any = httptools.HttpRequestParser(self)
        self._url = b""
        self._headers: dict[bytes, bytes] = {}
        self._count = 0
        self._arrived_bytes = 0
        self._framing_bytes = 0
        """What has come of a body since its last byte: chunk extensions and trailers have no end of their own."""
        self.head_bytes = 0
        """What has come of a head that is not complete; 0 between requests."""
        self.arriving: Exchange | None = None
        """The request whose body is being read."""

    def feed(self, data: bytes) -> None:
        """Parses what has come."""
        if self.arriving is None:
            self.head_bytes += len(data)
        else:
            self._framing_bytes += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._receiver.refuse(http_errors.bad_request("no other protocol is offered"))
        except httptools.HttpParserError:
            self._receiver.refuse(http_errors.bad_request("it is not HTTP/1.1"))
        waiting = self.head_bytes if self.arriving is None else self._framing_bytes
        if waiting > MAX_HEAD_BYTES:
            self._receiver.refuse(http_errors.headers_too_large(MAX_HEAD_BYTES))

    def close(self) -> None:
        """The client is gone: the reader of the body gets its end, and the parser's cycle is broken."""
        if self.arriving is not None:
            self.arriving.end()
        self._parser = self.arriving = None

    # What the parser calls.

    def on_message_begin(self) -> None:
        """A request begins."""
        self._url = b""
        self._headers = {}
        self._count = 0

    def on_url(self, url: bytes) -> None:
        """A part of the request's target."""
        self._url += url
        self._count += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; trailers, which follow a body, are dropped."""
        self._count += len(name) + len(value)
        if self.arriving is not None or self._count > MAX_HEAD_BYTES:
            return
        key = name.lower()
        known = self._headers.get(key)
        if known is None:
            self._headers[key] = value
        elif key not in _SINGLE:
            self._headers[key] = b"%b,%b" % (known, value)

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        parser, receiver, headers = self._parser, self._receiver, self._headers
        url = self._url if self._url.startswith(b"/") else _origin_form(self._url)
        exchange = Exchange(receiver, parser.get_method().decode("latin-1"), url, headers)
        exchange.takes_chunks = parser.get_http_version() == "1.1"
        exchange.keep_alive = exchange.takes_chunks and parser.should_keep_alive()
        self.head_bytes = 0
        if receiver.is_lingering:
            return
        self.arriving, self._arrived_bytes, self._framing_bytes = exchange, 0, 0
        if self._count > MAX_HEAD_BYTES or len(headers) > MAX_HEADERS:
            receiver.refuse(http_errors.headers_too_large(MAX_HEAD_BYTES))
            return
        if exchange.takes_chunks and (b"," in (host := headers.get(b"host", b",")) or not host):
            # A proxy in between may read another one of several: RFC 9112, 3.2.
            receiver.refuse(http_errors.bad_request("it needs exactly one host"))
            return
        self._admit(exchange)
        declared = headers.get(b"content-length", b"")
        if declared.isdigit() and (size := int(declared[:_MAX_LENGTH_DIGITS])) > exchange.limit:
            receiver.refuse(http_errors.body_too_large(size, exchange.limit))
        else:
            receiver.expect(exchange)

    def on_body(self, body: bytes) -> None:
        """A part of a body."""
        self._framing_bytes = 0
        exchange = self.arriving
        if exchange is None or exchange.is_responded or self._receiver.is_lingering:
            return
        self._arrived_bytes += len(body)
        if self._arrived_bytes > exchange.limit:
            self._receiver.refuse(http_errors.body_too_large(self._arrived_bytes, exchange.limit))
        else:
            self._receiver.take(exchange, body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        exchange, self.arriving = self.arriving, None
        if exchange is None or self._receiver.is_lingering:
            return
        exchange.end()
        self._receiver.begin(exchange)


def _origin_form(url: bytes) -> bytes:
    """The target without scheme and host, which clients send to proxies and a server must understand."""
    scheme, separator, rest = url.partition(b"://")
    if not separator or scheme.lower() not in (b"http", b"https"):
        return url
    return b"/" + rest.partition(b"/")[2]
