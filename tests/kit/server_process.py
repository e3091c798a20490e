"""A server process that tests can kill and restart."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path
from typing import IO

import grpc

from tests.kit.ports import free_port

ROOT = Path(__file__).parents[2]
START_LIMIT = 30.0


class ServerProcess:
    """One server on one data folder and port, restarted after each kill."""

    def __init__(
        self,
        data: Path,
        port: int | None = None,
        *,
        stderr: IO[bytes] | None = None,
        stdout: IO[bytes] | None = None,
        **settings: str,
    ) -> None:
        self.data = data
        self.port = port or free_port()
        self.root = ROOT
        """The sources it is started from."""
        self.settings = settings
        self._stderr = stderr
        self._stdout = stdout
        self._process: Process | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Waits until the server accepts calls."""
        environment = os.environ | {
            "CLIO_PORT": str(self.port),
            "CLIO_HTTP_PORT": "",
            "CLIO_DATA": str(self.data),
            "CLIO_LOG_LEVEL": "warning",
            "PYTHONPATH": os.pathsep.join(map(str, _source_roots(self.root))),
            **self.settings,
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "clio.cli.main" if _has_one_import_root(self.root) else "clients.cli.main",
            "serve",
            cwd=self.root,
            env=environment,
            stdout=DEVNULL if self._stdout is None else self._stdout,
            stderr=self._stderr,
        )
        async with grpc.aio.insecure_channel(self.address) as channel:
            await asyncio.wait_for(channel.channel_ready(), START_LIMIT)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def memory_kib(self) -> int:
        """The resident memory of the process and its children; 0 once it has ended."""
        if self._process is None or not self.is_running:
            return 0
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return sum(_resident_kib(pid) for pid in (self._process.pid, *map(int, children)))

    async def kill(self) -> None:
        """Sends SIGKILL: nothing is flushed."""
        await self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Sends SIGSTOP: it keeps its locks and connections but does not respond."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    async def stop(self) -> int:
        """Sends SIGTERM and returns the exit code."""
        return await self._end(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self._process.wait()


def _has_one_import_root(root: Path) -> bool:
    """Whether a release has everything under ``clio``; earlier ones had a package for each folder."""
    return (root / "clients" / "clio").is_dir()


def _source_roots(root: Path) -> list[Path]:
    if not _has_one_import_root(root):
        return [root, root / "proto"]
    return [root / folder for folder in ("proto", "domain", "projections", "service", "clients")]


def _resident_kib(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return 0
    found = re.search(r"^VmRSS:\s*(\d+)", status, re.MULTILINE)
    return int(found[1]) if found else 0
