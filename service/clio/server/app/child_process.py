"""A child process that answers requests one at a time, over its standard input and output.

It takes work off the interpreter lock of the server. Requests and responses are frames: eight bytes of length, then the
content.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from io import FileIO
from threading import Lock, Timer
from typing import IO, Final

_LENGTH_BYTES: Final = 8


class ChildProcess:
    """Starts a program with its first request, and again after it has ended. Blocking: for worker threads."""

    def __init__(self, program: str, max_seconds: float) -> None:
        """``program`` is a module of ours; a request that takes longer than ``max_seconds`` ends the process."""
        self._program: Final = program
        self._max_seconds: Final = max_seconds
        self._lock: Final = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def ask(self, request: Sequence[bytes]) -> bytes | None:
        """The response to a request, given in parts; None where the process fails twice, or is closed."""
        with self._lock:
            # The idle process may have exited after the check: then a new one answers.
            for _ in range(2):
                if not self._closed and (response := self._asked(request)) is not None:
                    return response
        return None

    def close(self) -> None:
        """Kills the process; it holds nothing that is not stored elsewhere."""
        self._closed = True
        self._kill()

    def _asked(self, request: Sequence[bytes]) -> bytes | None:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process has no pipes")
        timer = Timer(self._max_seconds, process.kill)
        timer.start()
        try:
            write_frame(process.stdin, *request)
            response = read_frame(process.stdout)
        except (BrokenPipeError, ValueError):
            # It has ended, or was closed meanwhile.
            response = None
        finally:
            timer.cancel()
        if response is None:
            self._kill()
        return response

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603 (our own module)
                [sys.executable, "-m", self._program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # What fails there is the fault of a request, and its sender must not fill the server's log.
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def write_frame(pipe: IO[bytes] | FileIO, *parts: bytes) -> None:
    """Writes a length and so many bytes, given in parts."""
    for part in (sum(map(len, parts)).to_bytes(_LENGTH_BYTES), *parts):
        view = memoryview(part)
        while view:
            view = view[pipe.write(view) :]


def read_frame(pipe: IO[bytes] | FileIO) -> bytes | None:
    """Reads a frame; None where the other end is closed before it is whole."""
    length = _read(pipe, _LENGTH_BYTES)
    return None if length is None else _read(pipe, int.from_bytes(length))


def _read(pipe: IO[bytes] | FileIO, count: int) -> bytes | None:
    content = bytearray()
    while len(content) < count:
        part = pipe.read(count - len(content))
        if not part:
            return None
        content += part
    return bytes(content)
