"""Runs a build in a child process of the server."""

import os
import subprocess
import sys
from typing import Final

import msgspec

from clio.projections.runtime.build import Progress


class BuildProcess:
    """Starts the process, reads its progress, kills it on close."""

    def __init__(self, module: str, settings: str) -> None:
        """``module`` is the program of the build: it opens the event log, which is a protocol to this package."""
        self._module: Final = module
        self._settings: Final = settings
        self._process: subprocess.Popen[str] | None = None
        self._closing = False
        self.progress: Progress | None = None

    def run(self, name: str, number: int) -> bool:
        """Builds a generation; blocking. True if the build succeeded."""
        if self._closing:
            return False
        with subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-m", self._module, name, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as process:
            self._process = process
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("the build process has no pipes")
            process.stdin.write(self._settings + "\n")
            process.stdin.flush()
            for line in process.stdout:
                self.progress = msgspec.json.decode(line, type=Progress)
        return process.returncode == 0

    def close(self) -> None:
        """Kills the process; the next build continues from what it has written."""
        self._closing = True
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
