"""A client connection: parses HTTP/1.1, and bounds the size, the time and the number of its requests."""

import asyncio
from collections import deque
from typing import Any, Final, Protocol, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from clio.server.http import http_errors
from clio.server.http.connections import Connections, Phase
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import HttpError

MAX_HEAD_BYTES: Final = 16 * 1024
"""The request line and the headers together; gRPC has the same limit."""
MAX_HEADERS: Final = 100
MAX_PIPELINED: Final = 64
"""How many requests may wait for the response to the one before them."""
_MAX_UNREAD: Final = 64 * 1024
"""How much of a streamed body may wait for its reader."""
_SINGLE: Final = frozenset(
    {b"authorization", b"x-clio-key", b"x-clio-invite", b"x-clio-seat", b"content-type", b"origin"}
)
"""Headers of which the first counts where they are repeated."""


class Application(Protocol):
    """What answers the requests of all connections."""

    @property
    def connections(self) -> Connections:
        """All connections."""

    def body_limit(self, exchange: Exchange) -> int:
        """How large the body of a request may be."""

    def is_streamed(self, exchange: Exchange) -> bool:
        """Whether a request is answered before its body is complete."""

    def refuse(self, exchange: Exchange, refusal: HttpError) -> None:
        """Writes the response to a request that never becomes a call."""

    async def answer(self, exchange: Exchange) -> None:
        """Answers a request."""


class HttpConnection(asyncio.Protocol):
    """One connection, made by uvicorn's server. Answers its requests one after the other."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        del app_state
        self._application: Final[Application] = config.app  # type: ignore[assignment]  # not an ASGI application
        self._state: Final = server_state
        self._all: Final = self._application.connections
        self._loop: Final = _loop or asyncio.get_running_loop()
        self._parser: Any = httptools.HttpRequestParser(self)
        self.phase = Phase.IDLE
        self.peer = ""
        self._transport: asyncio.Transport
        self._flow: FlowControl
        self._url = b""
        self._headers: dict[bytes, bytes] = {}
        self._head_bytes = 0
        self._count = 0
        self._arriving: Exchange | None = None
        """The request whose body is being read."""
        self._arrived_bytes = 0
        self._held = 0
        """The bytes of bodies that this connection holds."""
        self._current: Exchange | None = None
        """The request that is being answered."""
        self._queue: Final[deque[Exchange]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def date_line(self) -> bytes:
        """The header line with the time, which the server renews every second."""
        return b"".join([b"%b: %b\r\n" % header for header in self._state.default_headers])

    # What the transport calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection; refuses it where there are too many."""
        self._transport = cast("asyncio.Transport", transport)
        self._flow = FlowControl(self._transport)
        host, port = get_remote_addr(self._transport) or ("unknown", 0)
        self.peer = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._state.connections.add(self)  # type: ignore[arg-type]  # not one of uvicorn's own
        if self._all.add(self):
            self._all.wait(self, self._loop.time())
        else:
            self._refuse(http_errors.too_many_connections())

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels the request that is being answered: its caller has hung up."""
        del exc
        self._state.connections.discard(self)
        self._all.discard(self)
        self._hold(-self._held)
        self._flow.resume_writing()
        if self._arriving is not None:
            self._arriving.end()
        if self._task is not None and not self._task.done():
            self._task.cancel()
        self._queue.clear()
        self._parser = self._task = self._current = self._arriving = None

    def data_received(self, data: bytes) -> None:
        """Parses what has come."""
        if self.phase is Phase.LINGER or self._parser is None:
            return
        if self._arriving is None:
            self._head_bytes += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._refuse(http_errors.bad_request("no other protocol is offered"))
        except httptools.HttpParserError:
            self._refuse(http_errors.bad_request("it is not HTTP/1.1"))
        if self._arriving is None and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse(http_errors.headers_too_large(MAX_HEAD_BYTES))
        self._change_phase()

    def eof_received(self) -> None:
        """The client has hung up: the transport closes."""

    def pause_writing(self) -> None:
        """The client does not read."""
        self._flow.pause_writing()
        self._all.stall(self, self._loop.time())

    def resume_writing(self) -> None:
        """It reads again."""
        self._flow.resume_writing()
        self._all.flow(self)

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
        """A header."""
        self._count += len(name) + len(value)
        key = name.lower()
        known = self._headers.get(key)
        if known is None:
            self._headers[key] = value
        elif key not in _SINGLE:
            self._headers[key] = b"%b,%b" % (known, value)

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        exchange = Exchange(self, self._parser.get_method().decode("latin-1"), self._url, self._headers)
        exchange.takes_chunks = self._parser.get_http_version() == "1.1"
        exchange.keep_alive = exchange.takes_chunks and self._parser.should_keep_alive()
        self._head_bytes = 0
        if self.phase is Phase.LINGER:
            return
        self._arriving, self._arrived_bytes = exchange, 0
        if self._count > MAX_HEAD_BYTES or len(self._headers) > MAX_HEADERS:
            self._refuse(http_errors.headers_too_large(MAX_HEAD_BYTES))
            return
        exchange.limit = self._application.body_limit(exchange)
        declared = self._headers.get(b"content-length", b"")
        if declared.isdigit() and int(declared[:20]) > exchange.limit:
            self._refuse(http_errors.body_too_large(int(declared[:20]), exchange.limit))
        elif len(self._queue) >= MAX_PIPELINED:
            self._refuse(http_errors.too_many_connections())
        else:
            if self._headers.get(b"expect", b"").lower() == b"100-continue" and self._current is None:
                self.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            if self._application.is_streamed(exchange):
                self._begin(exchange)

    def on_body(self, body: bytes) -> None:
        """A part of a body."""
        exchange = self._arriving
        if self.phase is Phase.LINGER or exchange is None or exchange.is_responded:
            return
        self._arrived_bytes += len(body)
        if self._arrived_bytes > exchange.limit:
            self._refuse(http_errors.body_too_large(self._arrived_bytes, exchange.limit))
        elif not self._hold(len(body)):
            self._refuse(http_errors.too_many_connections())
        else:
            exchange.feed(body)
            if exchange is self._current and len(exchange.body) > _MAX_UNREAD:
                self._flow.pause_reading()

    def on_message_complete(self) -> None:
        """A request is complete."""
        exchange, self._arriving = self._arriving, None
        if self.phase is Phase.LINGER or exchange is None:
            return
        exchange.end()
        if exchange is not self._current and not exchange.is_responded:
            self._begin(exchange)

    # What an exchange calls.

    def write(self, data: bytes) -> None:
        """Writes bytes; none to a client that is gone."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def resume_reading(self) -> None:
        """Lets more of a streamed body come."""
        self._flow.resume_reading()

    @property
    def is_stalled(self) -> bool:
        """Whether the client does not read."""
        return self._flow.write_paused

    async def drain(self) -> None:
        """Waits until the client has read enough."""
        await self._flow.drain()

    def complete(self, exchange: Exchange) -> None:
        """A response is written: goes on with the next request, or closes."""
        self._task = self._current = None
        self._hold(-self._held)
        if not exchange.is_complete or self._arriving is not None:
            exchange.keep_alive = exchange.keep_alive and exchange.is_complete
        if not exchange.keep_alive:
            self._queue.clear()
            if exchange.is_complete:
                self._transport.close()
            else:
                self._linger()
            return
        self._flow.resume_reading()
        if self._queue:
            self._begin(self._queue.popleft())
        self._change_phase()

    # What the server and the look at all connections call.

    def shutdown(self) -> None:
        """The server stops: closes once the response that is being written is complete."""
        if self._current is None:
            self._transport.close()
        else:
            self._current.keep_alive = False

    def expire(self) -> None:
        """Ends a connection whose client took too long."""
        if self.phase in (Phase.HEAD, Phase.BODY):
            self._refuse(http_errors.too_slow())
        else:
            self.abort()

    def abort(self) -> None:
        """Ends the connection at once."""
        self._transport.abort()

    def _begin(self, exchange: Exchange) -> None:
        if self._current is not None:
            self._queue.append(exchange)
            return
        self._current = exchange
        self._task = task = self._loop.create_task(self._application.answer(exchange))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    def _change_phase(self) -> None:
        if self.phase is Phase.LINGER or self._parser is None:
            return
        if self._current is not None:
            phase = Phase.RESPONSE
        elif self._arriving is not None:
            phase = Phase.BODY
        else:
            phase = Phase.HEAD if self._head_bytes else Phase.IDLE
        if phase is self.phase:
            return
        self.phase = phase
        if phase is Phase.RESPONSE:
            self._all.work(self)
        else:
            self._all.wait(self, self._loop.time())

    def _refuse(self, refusal: HttpError) -> None:
        """Ends the connection with an error; what is being answered is answered first, and the error left out."""
        if self.phase is Phase.LINGER:
            return
        if self._current is not None and self._current is not self._arriving:
            self._current.keep_alive = False
            self._queue.clear()
            self._arriving = None
            return
        exchange = self._arriving or Exchange(self, "GET", b"", {})
        if self._task is not None:
            self._task.cancel()
        if exchange.is_started:
            self.abort()
            return
        exchange.keep_alive = exchange.is_complete = False
        self._application.refuse(exchange, refusal)

    def _linger(self) -> None:
        """Reads and drops what the client still sends: closing now could lose the response on its way."""
        self.phase = Phase.LINGER
        self._all.wait(self, self._loop.time())
        self._flow.resume_reading()

    def _hold(self, size: int) -> bool:
        self._held += size
        return self._all.hold(size)
