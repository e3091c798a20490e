"""A client connection: answers its requests one after the other, and bounds their number and their time."""

import asyncio
from collections import deque
from typing import Any, Final, Protocol, cast

from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from clio.server.http import http_errors
from clio.server.http.connections import Connections, Phase
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import HttpError
from clio.server.http.request_reader import RequestReader

MAX_PIPELINED: Final = 64
"""How many requests may wait for the response to the one before them."""
_MAX_UNREAD: Final = 64 * 1024
"""How much of a streamed body may wait for its reader."""


class Application(Protocol):
    """What answers the requests of all connections."""

    @property
    def connections(self) -> Connections:
        """All connections."""

    def admit(self, exchange: Exchange) -> None:
        """Sets how large the body of a request may be, and whether it is answered before its body is complete."""

    def refuse(self, exchange: Exchange, refusal: HttpError) -> None:
        """Writes the response to a request that never becomes a call."""

    async def answer(self, exchange: Exchange) -> None:
        """Answers a request."""


class HttpConnection(asyncio.Protocol):
    """One connection, made by uvicorn's server."""

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
        self._reader: RequestReader | None = RequestReader(self, self._application.admit)
        self.phase = Phase.IDLE
        self.peer = ""
        self._transport: asyncio.Transport
        self._flow: FlowControl
        self._held = 0
        """The bytes of bodies that this connection holds."""
        self._current: Exchange | None = None
        """The request that is being answered."""
        self._queue: Final[deque[Exchange]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def date_line(self) -> bytes:
        """The header line with the time, which the server renews every second."""
        return self._all.lines_of(self._state.default_headers)

    @property
    def is_lingering(self) -> bool:
        """Whether what still comes is dropped."""
        return self.phase is Phase.LINGER

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
            self.refuse(http_errors.too_many_connections())

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels the request that is being answered: its caller has hung up."""
        del exc
        self._state.connections.discard(self)
        self._all.discard(self)
        self._hold(-self._held)
        self._flow.resume_writing()
        if self._reader is not None:
            self._reader.close()
        if self._task is not None and not self._task.done():
            self._task.add_done_callback(self._state.tasks.discard)
            self._task.cancel()
        self._queue.clear()
        self._reader = self._task = self._current = None

    def data_received(self, data: bytes) -> None:
        """Parses what has come."""
        if self.phase is Phase.LINGER or self._reader is None:
            return
        self._reader.feed(data)
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

    # What the reader of requests calls.

    def expect(self, exchange: Exchange) -> None:
        """The body of a request is about to come."""
        if len(self._queue) >= MAX_PIPELINED:
            self.refuse(http_errors.too_many_connections())
            return
        if exchange.headers.get(b"expect", b"").lower() == b"100-continue" and self._current is None:
            self.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if exchange.is_streamed:
            self._start(exchange)

    def take(self, exchange: Exchange, body: bytes) -> None:
        """A part of a body has arrived."""
        if not self._hold(len(body)):
            self.refuse(http_errors.too_many_connections())
            return
        exchange.feed(body)
        if exchange is self._current and len(exchange.body) > _MAX_UNREAD:
            self._flow.pause_reading()

    def begin(self, exchange: Exchange) -> None:
        """A request is complete."""
        if exchange is not self._current and not exchange.is_responded:
            self._start(exchange)

    def refuse(self, refusal: HttpError) -> None:
        """Ends the connection with an error; what is being answered is answered first, and the error left out."""
        if self.phase is Phase.LINGER or self._reader is None:
            return
        arriving = self._reader.arriving
        if self._current is not None and self._current is not arriving:
            self._current.keep_alive = False
            self._queue.clear()
            self._reader.arriving = None
            return
        exchange = arriving or Exchange(self, "GET", b"", {})
        if self._task is not None:
            self._task.cancel()
        if exchange.is_started:
            self.abort()
            return
        exchange.keep_alive = exchange.is_complete = False
        self._application.refuse(exchange, refusal)

    # What an exchange calls.

    def write(self, data: bytes) -> None:
        """Writes bytes at once; none to a client that is gone."""
        self._all.outbox.flush()
        if not self._transport.is_closing():
            self._transport.write(data)

    def write_soon(self, data: bytes) -> None:
        """Writes bytes together with those for other clients."""
        self._all.outbox.add(self._transport, data)

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
        if self._task is not None:
            self._state.tasks.discard(self._task)
        self._task = self._current = None
        self._hold(-self._held)
        if not exchange.is_complete:
            exchange.keep_alive = False
        if not exchange.keep_alive:
            self._queue.clear()
            if exchange.is_complete:
                self._all.outbox.flush()
                self._transport.close()
            else:
                self._linger()
            return
        self._flow.resume_reading()
        if self._queue:
            self._start(self._queue.popleft())
        self._change_phase()

    def abandon(self) -> None:
        """A response will not be written to its end: the client must not wait for the rest."""
        if self._task is not None:
            self._state.tasks.discard(self._task)
        self.abort()

    # What the server and the look at all connections call.

    def shutdown(self) -> None:
        """The server stops: closes once the response that is being written is complete."""
        if self._current is None:
            self._all.outbox.flush()
            self._transport.close()
        else:
            self._current.keep_alive = False

    def expire(self) -> None:
        """Ends a connection whose client took too long."""
        if self.phase in (Phase.HEAD, Phase.BODY):
            self.refuse(http_errors.too_slow())
        else:
            self.abort()

    def abort(self) -> None:
        """Ends the connection at once."""
        self._transport.abort()

    def _start(self, exchange: Exchange) -> None:
        if self._current is not None:
            self._queue.append(exchange)
            return
        self._current = exchange
        self._task = task = self._loop.create_task(self._application.answer(exchange))
        # The server waits for these when it stops; each leaves with its response.
        self._state.tasks.add(task)

    def _change_phase(self) -> None:
        if self.phase is Phase.LINGER or self._reader is None:
            return
        if self._current is not None:
            phase = Phase.RESPONSE
        elif self._reader.arriving is not None:
            phase = Phase.BODY
        else:
            phase = Phase.HEAD if self._reader.head_bytes else Phase.IDLE
        if phase is self.phase:
            return
        self.phase = phase
        if phase is Phase.RESPONSE:
            self._all.work(self)
        else:
            self._all.wait(self, self._loop.time())

    def _linger(self) -> None:
        """Reads and drops what the client still sends: closing now could lose the response on its way."""
        self.phase = Phase.LINGER
        self._all.wait(self, self._loop.time())
        self._flow.resume_reading()

    def _hold(self, size: int) -> bool:
        self._held += size
        return self._all.hold(size)
