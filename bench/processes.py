"""Server processes for the duration of a measurement."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc.aio

ROOT = Path(__file__).parents[1]


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@asynccontextmanager
async def server(*arguments: str, port: int, **settings: str) -> AsyncIterator[grpc.aio.Channel]:
    """A Python module run as a server, and a channel to it."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}", **settings}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=ROOT, env=environment, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            await asyncio.wait_for(channel.channel_ready(), 30)
            yield channel
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def echo_server(*, uvloop: bool = False) -> AsyncIterator[grpc.aio.Channel]:
    """The bare baseline."""
    port = free_port()
    async with server("bench.echo_server", str(port), *(["uvloop"] if uvloop else []), port=port) as channel:
        yield channel


@asynccontextmanager
async def clio_server(data: Path) -> AsyncIterator[grpc.aio.Channel]:
    """Clio as ``clio serve`` runs it."""
    port = free_port()
    async with server(
        "clients.cli.main",
        "serve",
        port=port,
        CLIO_PORT=str(port),
        CLIO_DATA=str(data),
        CLIO_LOG_LEVEL="warning",
    ) as channel:
        yield channel
