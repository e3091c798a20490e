"""Callers over HTTP: one connection each, kept open; each waits for the answer to its call before it calls again."""

import asyncio
import time
from collections import deque
from itertools import cycle
from typing import cast

import msgspec

from bench.load.callers import MESSAGE, Spec, Tables, next_move
from bench.load.scripts import Script
from bench.load.window import Window
from clio.v1 import match_service_pb2 as pb
from clio.v1.move_pb2 import Move

_PLAY = b"/clio.v1.MatchService/PlayMove"
_END = b"\r\n\r\n"


class HttpCaller(asyncio.Protocol):
    """One connection. Reads no more of a response than its status and its length."""

    def __init__(self) -> None:
        self._received = b""
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Takes a response in."""
        self._received += data
        head, end, body = self._received.partition(_END)
        if not end:
            return
        length = int(head.partition(b"content-length: ")[2].split(b"\r\n", 1)[0])
        if len(body) < length:
            return
        self._received = b""
        if self._answer is not None and not self._answer.done():
            if head.startswith(b"HTTP/1.1 200"):
                self._answer.set_result(None)
            else:
                self._answer.set_exception(RuntimeError(body.decode()))

    async def call(self, path: bytes, kind: bytes, lines: bytes, body: bytes) -> None:
        """One call."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(
            b"POST %b HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: %b\r\n%bcontent-length: %d\r\n\r\n%b"
            % (path, kind, lines, len(body), body)
        )
        await self._answer

    def close(self) -> None:
        """Closes the connection."""
        if self._transport is not None:
            self._transport.close()


class HttpEchoLoad:
    """Calls of the bare HTTP server."""

    def __init__(self, spec: Spec) -> None:
        self._port, self._tables = spec.ports[0], spec.tables
        self._callers: list[HttpCaller] = []

    async def prepare(self, moves: int) -> None:
        """See ``Load``."""
        del moves
        self._callers = self._callers or await _connected(self._tables, [self._port])

    async def run(self, window: Window) -> None:
        """See ``Load``."""
        await asyncio.gather(*(self._call(caller, window) for caller in self._callers))

    async def close(self) -> None:
        """See ``Load``."""
        for caller in self._callers:
            caller.close()

    async def _call(self, caller: HttpCaller, window: Window) -> None:
        while window.is_open:
            began = time.perf_counter()
            await caller.call(b"/echo", b"application/proto", b"", MESSAGE)
            window.add(began)


class HttpPlayLoad(Tables):
    """``PlayMove`` over HTTP, in protobuf."""

    kind = b"application/proto"

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self._http = spec
        self._callers: list[HttpCaller] = []

    async def prepare(self, moves: int) -> None:
        """See ``Load``."""
        await super().prepare(moves)
        self._callers = self._callers or await _connected(self._http.tables, self._http.http_ports)

    async def run(self, window: Window) -> None:
        """See ``Load``."""
        tables = zip(self._callers, self.scripts, strict=True)
        await asyncio.gather(*(self._caller(caller, scripts, window) for caller, scripts in tables))

    async def close(self) -> None:
        """See ``Load``."""
        for caller in self._callers:
            caller.close()
        await super().close()

    def body(self, match_id: str, notation: str) -> bytes:
        """The request of a move."""
        return pb.PlayMoveRequest(match_id=match_id, move=Move(notation=notation)).SerializeToString()

    async def _caller(self, caller: HttpCaller, scripts: deque[Script], window: Window) -> None:
        while window.is_open:
            found = next_move(scripts)
            if found is None:
                window.close()
                return
            match_id, token, notation = found
            began = time.perf_counter()
            lines = b"authorization: Bearer %b\r\n" % token.encode()
            await caller.call(_PLAY, self.kind, lines, self.body(match_id, notation))
            window.add(began)


class HttpJsonPlayLoad(HttpPlayLoad):
    """The same in JSON."""

    kind = b"application/json"

    def body(self, match_id: str, notation: str) -> bytes:
        """The request of a move."""
        return msgspec.json.encode({"matchId": match_id, "move": {"notation": notation}})


async def _connected(number: int, ports: list[int]) -> list[HttpCaller]:
    loop, callers = asyncio.get_running_loop(), []
    for _, port in zip(range(number), cycle(ports), strict=False):
        _, caller = await loop.create_connection(HttpCaller, "127.0.0.1", port)
        callers.append(caller)
    return callers
