"""Real processes: a server, and ``clio`` commands as a user types them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 300.0
"""How long a command may take on a machine that has much other work; only a hanging one takes longer."""
CLIO = (sys.executable, "-m", "clio.cli.main")


def environment(home: Path, **more: str) -> dict[str, str]:
    """A user's environment with a home of its own."""
    return {
        "CLIO_HTTP_PORT": "",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}",
        "XDG_STATE_HOME": str(home / "state"),
        **more,
    }


class ServeCommand:
    """``clio serve`` in a process of its own."""

    def __init__(self, data: Path, port: int = 0, *flags: str, **settings: str) -> None:
        self.data = data
        self._process = subprocess.Popen(
            [*CLIO, "serve", "--json", "--port", str(port), "--data", str(data), *flags],
            cwd=ROOT,
            env=environment(data.parent, CLIO_LOG_LEVEL="error", CLIO_HEARTBEAT_SECONDS="0.2", **settings),
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = str(self.next_line()["serving"]["address"])
        self.port = int(self.address.rpartition(":")[2])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGTERM)

    def next_line(self) -> dict[str, Any]:
        """The next document that it prints."""
        assert self._process.stdout is not None
        line: dict[str, Any] = json.loads(self._process.stdout.readline())
        return line

    def stop(self, number: int) -> int:
        """Ends it by a signal and gives its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(number)
        code = self._process.wait(timeout=PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class User:
    """Somebody with a terminal, a home and a server to talk to."""

    def __init__(self, home: Path, server: str) -> None:
        self.home = home
        self.environment = environment(home, CLIO_SERVER=server)

    def run(self, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Types a command."""
        return subprocess.run(
            [*CLIO, *arguments],
            cwd=self.home,
            env={**self.environment, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Types a command and does not wait for its end."""
        return subprocess.Popen(
            [*CLIO, *arguments],
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def says(self, *arguments: str) -> str:
        """What a command prints, which must succeed."""
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    def json(self, *arguments: str) -> dict[str, Any]:
        """The one document that a command prints with --json."""
        document: dict[str, Any] = json.loads(self.says(*arguments, "--json"))
        return document
