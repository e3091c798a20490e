"""A server process with access to its log."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import grpc

from tests.kit.ports import free_port
from tests.kit.server_process import ROOT

_SERVE = (sys.executable, "-m", "clio.cli.main", "serve")


def _environment(data: Path, port: int, settings: Mapping[str, str]) -> dict[str, str]:
    return os.environ | {
        "CLIO_PORT": str(port),
        "CLIO_HTTP_PORT": "",
        "CLIO_DATA": str(data),
        "CLIO_LOG_LEVEL": "debug",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}",
        **settings,
    }


def refused_start(data: Path, **settings: str) -> str:
    """The output of a server that cannot start with these settings."""
    environment = _environment(data, free_port(), settings)
    ran = subprocess.run(_SERVE, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode != 0
    return ran.stderr


class LoggingServer:
    """A server process with access to its log."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.port = free_port()
        self._settings = settings
        self._data = data
        self.log = ""
        self.exit_code = -1

    async def __aenter__(self) -> grpc.aio.Channel:
        # A file, not a pipe: nothing reads it during a match, and a full pipe would block the server.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the server has ended)
        self._process = await asyncio.create_subprocess_exec(
            *_SERVE, cwd=ROOT, env=_environment(self._data, self.port, self._settings),
            stdout=asyncio.subprocess.DEVNULL, stderr=self._file,
        )  # fmt: skip
        self._channel = grpc.aio.insecure_channel(f"127.0.0.1:{self.port}")
        await asyncio.wait_for(self._channel.channel_ready(), 30)
        return self._channel

    def tell_to_stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()
        self.tell_to_stop()
        await asyncio.wait_for(self._process.wait(), 30)
        self._file.seek(0)
        self.log = self._file.read().decode()
        self._file.close()
        self.exit_code = self._process.returncode or 0

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, once the server has ended."""
        return [json.loads(line) for line in self.log.splitlines()]
