"""The environment of a measurement: a folder, its effort, the cores to use, and servers on demand."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Final, Self

from bench.effort import Effort
from bench.processes import Running, free_port, module, running
from bench.stores import Stores


class Rig:
    """One measurement's surroundings."""

    def __init__(self, folder: Path, effort: Effort, stores: Stores, cores: int | None = None) -> None:
        """``cores`` pins servers to the first so many cores, and clients to the others where there are any."""
        self.folder: Final = folder
        self.stores: Final = stores
        self.effort: Final = effort
        self._all: Final = sorted(os.sched_getaffinity(0))
        self._numbers: Final = count(1)
        self._stack: Final = AsyncExitStack()
        self._clients: Final[dict[tuple[int, tuple[int, ...]], Running]] = {}
        self.cores = cores

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    @property
    def machine_cores(self) -> int:
        """How many cores there are to choose from."""
        return len(self._all)

    @contextmanager
    def pinned(self, cores: int) -> Iterator[None]:
        """Servers and clients started meanwhile keep to their cores."""
        before, self.cores = self.cores, cores
        try:
            yield
        finally:
            self.cores = before

    @property
    def server_cores(self) -> list[int]:
        """Where servers run; empty for anywhere."""
        return self._all[: self.cores] if self.cores else []

    @property
    def client_cores(self) -> list[int]:
        """Where clients run; empty for anywhere."""
        return self._all[self.cores :] if self.cores else []

    def new_folder(self, name: str) -> Path:
        """A new, private folder."""
        folder = self.folder / f"{name}-{next(self._numbers)}"
        folder.mkdir(parents=True)
        return folder

    async def client(self, place: int) -> Running:
        """One of the load clients, started when first asked for: contenders take turns, so they can share them."""
        key = (place, tuple(self.client_cores))
        if key not in self._clients:
            started = running(module("bench.load.client"), cores=self.client_cores, talks=True)
            self._clients[key] = await self._stack.enter_async_context(started)
        return self._clients[key]

    @asynccontextmanager
    async def server(self, name: str, *arguments: str, **environment: str) -> AsyncIterator[Running]:
        """A module run as a server; it is given its port as the first argument and as ``CLIO_PORT``."""
        port = free_port()
        command = module(name, str(port), *arguments)
        settings = {"CLIO_PORT": str(port), **environment}
        async with running(command, port=port, cores=self.server_cores, environment=settings) as server:
            await server.listens()
            yield server

    @asynccontextmanager
    async def clio(self, data: Path | None = None, **environment: str) -> AsyncIterator[Running]:
        """Clio as it is served, with the trivial game beside the others."""
        http_port = free_port()
        settings = {
            "CLIO_DATA": str(data or self.new_folder("clio")),
            "CLIO_HTTP_PORT": str(http_port),
            "CLIO_LOG_LEVEL": "error",
            **environment,
        }
        async with self.server("bench.servers.clio", **settings) as server:
            server.http_port = http_port
            yield server
