"""Runs the check of foreign records in a child process, apart from the interpreter lock of the server."""

import os
import subprocess
import sys
from io import FileIO
from threading import Lock, Timer
from typing import IO, Final

import msgspec

from clio.server import errors
from clio.server.app.record_check import CheckedRecord, RecordFlaw

PROGRAM: Final = "clio.server.record_checker"
MAX_SECONDS: Final = 30.0
"""A record of the largest size takes about two on an idle core; the process has the lowest priority."""
RETRY_SECONDS: Final = 5.0
_LENGTH_BYTES: Final = 8


class _Verdict(msgspec.Struct):
    """The answer of the process: exactly one of the two."""

    checked: CheckedRecord | None = None
    flaw: RecordFlaw | None = None


class RecordCheckProcess:
    """Starts the process with the first record and again after it has ended. One record at a time; blocking."""

    def __init__(self, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds: Final = max_seconds
        self._lock: Final = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def check(self, content: bytes) -> CheckedRecord | RecordFlaw:
        """Checks a record; refuses it as too much work where the process fails twice."""
        with self._lock:
            # The process may have ended for want of work after it was looked at: then a second one answers.
            for _ in range(2):
                answer = self._asked(content)
                if answer is not None:
                    return _decoded(answer)
        raise errors.server_busy("record_check_seconds", self._max_seconds, RETRY_SECONDS)

    def close(self) -> None:
        """Kills the process; it holds nothing that is not in the archive."""
        self._closed = True
        self._kill()

    def _asked(self, content: bytes) -> bytes | None:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process has no pipes")
        timer = Timer(self._max_seconds, process.kill)
        timer.start()
        try:
            write_frame(process.stdin, content)
            answer = read_frame(process.stdout)
        except BrokenPipeError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            self._kill()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise errors.record_unavailable("the server is stopping")
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603 (our own module)
                [sys.executable, "-m", PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # What fails there is the record's fault, and its sender must not fill the server's log.
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


def encoded(verdict: CheckedRecord | RecordFlaw) -> bytes:
    """A verdict as the process answers it."""
    if isinstance(verdict, RecordFlaw):
        return msgspec.msgpack.encode(_Verdict(flaw=verdict))
    return msgspec.msgpack.encode(_Verdict(checked=verdict))


def _decoded(answer: bytes) -> CheckedRecord | RecordFlaw:
    verdict = msgspec.msgpack.decode(answer, type=_Verdict)
    found = verdict.checked or verdict.flaw
    if found is None:
        raise ValueError("the process gave no verdict")
    return found


def write_frame(pipe: IO[bytes] | FileIO, content: bytes) -> None:
    """Writes a length and so many bytes."""
    for part in (len(content).to_bytes(_LENGTH_BYTES), content):
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
