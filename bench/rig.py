"""What every measurement is given: a folder, its effort, the cores to use, and servers when it asks for them."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.effort import Effort
from bench.processes import Running, free_port, module, running
from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer


class Rig:
    """One run's surroundings."""

    def __init__(self, folder: Path, effort: Effort, cores: int | None = None) -> None:
        """``cores`` pins servers to the first so many cores, and clients to the others where there are any."""
        self.folder: Final = folder
        self.effort: Final = effort
        self._all: Final = sorted(os.sched_getaffinity(0))
        self._numbers: Final = count(1)
        self.cores = cores

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
        """A folder that nobody else uses."""
        folder = self.folder / f"{name}-{next(self._numbers)}"
        folder.mkdir(parents=True)
        return folder

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
        settings = {"CLIO_DATA": str(data or self.new_folder("clio")), "CLIO_LOG_LEVEL": "error", **environment}
        async with self.server("bench.servers.clio", **settings) as server:
            yield server


@contextmanager
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL on the disk."""
    server = PostgresServer(on_disk=True)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A Redis."""
    server = RedisServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()
