"""A TCP proxy that can disconnect, delay, refuse or redirect connections."""

import asyncio
from collections.abc import Sequence
from itertools import count
from types import TracebackType
from typing import Self

CHUNK = 65536


class Proxy:
    """Listens on a free port and sends connections to its targets in turn."""

    def __init__(self, *targets: int) -> None:
        self.targets: Sequence[int] = targets
        self.delay = 0.0
        self.port = 0
        self._closed = False
        self._numbers = count()
        self._server: asyncio.Server | None = None
        self._pipes: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self.cut()

    async def cut(self) -> None:
        """Closes every connection; accepts new ones."""
        pipes = list(self._pipes)
        for pipe in pipes:
            pipe.cancel()
        if pipes:
            await asyncio.wait(pipes)

    async def close(self) -> None:
        """Closes every connection and refuses new ones."""
        self._closed = True
        await self.cut()

    def open(self) -> None:
        self._closed = False

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._pipes.add(task)
        task.add_done_callback(self._pipes.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = [writer]
        try:
            if self._closed:
                return
            number = next(self._numbers)
            for attempt in range(len(self.targets)):
                target = self.targets[(number + attempt) % len(self.targets)]
                try:
                    there, to_there = await asyncio.open_connection("127.0.0.1", target)
                    break
                except OSError:
                    continue
            else:
                return
            writers.append(to_there)
            pipes = [
                asyncio.create_task(self._pass_on(reader, to_there)),
                asyncio.create_task(self._pass_on(there, writer)),
            ]
            try:
                await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pipe in pipes:
                    pipe.cancel()
                await asyncio.gather(*pipes, return_exceptions=True)
        finally:
            for one in writers:
                one.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        except OSError:
            return
