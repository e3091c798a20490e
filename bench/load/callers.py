"""Callers: each waits for the answer to its call before it calls again."""

import asyncio
import time
from collections import deque
from itertools import count, cycle
from typing import Any, Protocol

import grpc.aio
import msgspec

from bench.load.scripts import Script, opened
from bench.load.window import Window
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move

MESSAGE = bytes(300)
OPENED_AT_ONCE = 32


class Spec(msgspec.Struct, frozen=True):
    """What a load client is to do."""

    kind: str
    ports: list[int]
    game: str
    tables: int
    prefix: str
    http_ports: list[int] = []
    """Where the HTTP API of each server is."""


class Load(Protocol):
    """Something that can be made to call a server for a while."""

    async def prepare(self, moves: int) -> None:
        """Prepares about that many moves for every table, untimed."""

    async def run(self, window: Window) -> None:
        """Calls until the window closes."""

    async def close(self) -> None:
        """Closes the connection."""


class EchoLoad:
    """Calls of the bare baseline."""

    def __init__(self, spec: Spec) -> None:
        self._tables = spec.tables
        self._channel = grpc.aio.insecure_channel(f"127.0.0.1:{spec.ports[0]}")
        self._call = self._channel.unary_unary("/bench.Echo/Echo")

    async def prepare(self, moves: int) -> None:
        """See ``Load``."""
        del moves
        await self._call(MESSAGE)

    async def run(self, window: Window) -> None:
        """See ``Load``."""
        await asyncio.gather(*(self._caller(window) for _ in range(self._tables)))

    async def close(self) -> None:
        """See ``Load``."""
        await self._channel.close()

    async def _caller(self, window: Window) -> None:
        while window.is_open:
            began = time.perf_counter()
            await self._call(MESSAGE)
            window.add(began)


class Tables:
    """Tables at which matches are played one after another, each table at one of the servers."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._channels = [grpc.aio.insecure_channel(f"127.0.0.1:{port}") for port in spec.ports]
        self.stubs: list[Any] = [MatchServiceStub(channel) for channel in self._channels]
        self.scripts: list[deque[Script]] = [deque() for _ in range(spec.tables)]
        self._opened = count()

    async def prepare(self, moves: int) -> None:
        """Matches that were begun are played on; only what is missing is opened."""
        gate = asyncio.Semaphore(OPENED_AT_ONCE)
        await asyncio.gather(*(self._fill(table, moves, gate) for table in range(self._spec.tables)))

    async def _fill(self, table: int, moves: int, gate: asyncio.Semaphore) -> None:
        scripts = self.scripts[table]
        stub = self.stubs[table % len(self.stubs)]
        left = sum(len(script.moves) for script in scripts)
        while not scripts or left < moves:
            async with gate:
                scripts.append(await opened(stub, self._spec.game, f"{self._spec.prefix}-{next(self._opened)}"))
            left += len(scripts[-1].moves)

    async def close(self) -> None:
        """See ``Load``."""
        for channel in self._channels:
            await channel.close()


class PlayLoad(Tables):
    """``PlayMove``: a call for each move."""

    async def run(self, window: Window) -> None:
        """See ``Load``."""
        await asyncio.gather(
            *(
                self._caller(stub, scripts, window)
                for stub, scripts in zip(cycle(self.stubs), self.scripts, strict=False)
            )
        )

    async def _caller(self, stub: Any, scripts: deque[Script], window: Window) -> None:  # noqa: ANN401 (an untyped stub)
        while window.is_open:
            found = next_move(scripts)
            if found is None:
                window.close()
                return
            match_id, token, notation = found
            began = time.perf_counter()
            request = pb.PlayMoveRequest(match_id=match_id, move=Move(notation=notation))
            await stub.PlayMove(request, metadata=(("authorization", f"Bearer {token}"),))
            window.add(began)


def next_move(scripts: deque[Script]) -> tuple[str, str, str] | None:
    """The next move of a table: match, token and notation; None when its matches are played out."""
    while scripts and not scripts[0].moves:
        scripts.popleft()
    return (scripts[0].match_id, *scripts[0].next()) if scripts else None
