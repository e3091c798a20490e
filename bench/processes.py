"""Processes for the duration of a measurement: pinned where asked, and asked what they have used."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).parents[1]
START_SECONDS: Final = 120.0
STOP_SECONDS: Final = 30.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Running:
    """A process of ours, and where it listens."""

    def __init__(self, process: asyncio.subprocess.Process, port: int = 0) -> None:
        self.process: Final = process
        self.port: Final = port
        self.http_port = 0
        """Where a Clio server has its HTTP API."""

    @property
    def address(self) -> str:
        """Where it can be called."""
        return f"127.0.0.1:{self.port}"

    def cpu_seconds(self) -> float:
        """The processor time it has used, in user and kernel mode, all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def rss_bytes(self) -> int:
        """The memory it holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * _PAGE

    async def ask(self, question: object) -> dict[str, float]:
        """One line in, one line out, both JSON."""
        return msgspec.json.decode(await self.said(msgspec.json.encode(question) + b"\n"), type=dict[str, float])

    async def said(self, line: bytes) -> bytes:
        """What it answers to a line."""
        if self.process.stdin is None:
            raise TypeError("this process does not answer questions")
        self.process.stdin.write(line)
        answer = await self.line()
        if not answer:
            raise RuntimeError("a process of the bench has ended early")
        return answer

    async def line(self) -> bytes:
        """The next line it says."""
        if self.process.stdout is None:
            raise TypeError("nobody listens to this process")
        return await self.process.stdout.readline()

    async def listens(self) -> None:
        """Returns once its port takes connections."""
        async with asyncio.timeout(START_SECONDS):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    if self.process.returncode is not None:
                        raise RuntimeError(f"a server of the bench has ended: {self.process.returncode}") from None
                    await asyncio.sleep(0.01)
                else:
                    writer.close()
                    return


@asynccontextmanager
async def running(
    command: Sequence[str],
    *,
    port: int = 0,
    cores: Collection[int] = (),
    talks: bool = False,
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Running]:
    """A command for a while; one that talks has its standard input and output connected."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"} | (environment or {}),
        stdin=asyncio.subprocess.PIPE if talks else asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE if talks else asyncio.subprocess.DEVNULL,
    )
    if cores:
        os.sched_setaffinity(process.pid, cores)
    try:
        yield Running(process, port)
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


def module(name: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules."""
    return [sys.executable, "-m", name, *arguments]
