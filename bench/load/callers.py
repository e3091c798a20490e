"""Callers: each waits for the answer to its call before it calls again."""

import asyncio
import time
from itertools import cycle
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


class Load(Protocol):
    """Something that can be made to call a server for a while."""

    async def prepare(self, matches: int) -> None:
        """Opens so many matches for every table, outside of what is timed."""

    async def run(self, window: Window) -> None:
        """Calls until the window closes."""

    async def close(self) -> None:
        """Hangs up."""


class EchoLoad:
    """Calls of the bare baseline."""

    def __init__(self, spec: Spec) -> None:
        self._tables = spec.tables
        self._channel = grpc.aio.insecure_channel(f"127.0.0.1:{spec.ports[0]}")
        self._call = self._channel.unary_unary("/bench.Echo/Echo")

    async def prepare(self, matches: int) -> None:
        """See ``Load``."""
        del matches
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
        self.scripts: list[list[Script]] = []
        self._opened = 0

    async def prepare(self, matches: int) -> None:
        """New matches for every table; the trivial game never ends, so there one does for good."""
        if self._spec.game == "trivial" and self.scripts:
            return
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def one(stub: Any, number: int) -> Script:  # noqa: ANN401 (an untyped stub)
            async with gate:
                return await opened(stub, self._spec.game, f"{self._spec.prefix}-{number}")

        wanted = [table for table in range(self._spec.tables) for _ in range(matches)]
        stubs = [self.stubs[table % len(self.stubs)] for table in wanted]
        made = await asyncio.gather(*(one(stub, self._opened + n) for n, stub in enumerate(stubs)))
        self._opened += len(wanted)
        self.scripts = [made[matches * table : matches * (table + 1)] for table in range(self._spec.tables)]

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

    async def _caller(self, stub: Any, scripts: list[Script], window: Window) -> None:  # noqa: ANN401 (an untyped stub)
        for match_id, moves in scripts:
            for token, notation in moves:
                if not window.is_open:
                    return
                began = time.perf_counter()
                request = pb.PlayMoveRequest(match_id=match_id, move=Move(notation=notation))
                await stub.PlayMove(request, metadata=(("authorization", f"Bearer {token}"),))
                window.add(began)
        window.close()
