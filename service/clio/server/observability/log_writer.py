"""The log writer: a bounded queue and its own thread, so that a failing sink costs lines and nothing else."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from clio.supervision.backoff import Backoff

MAX_LINES: Final = 10_000
MAX_BYTES: Final = 4 * 1024 * 1024
CHUNK_BYTES: Final = 64 * 1024
LINGER_SECONDS: Final = 0.02
"""How long the thread batches lines: waking it for every line would cost calls more than the write."""
BLOCKED_SECONDS: Final = 0.05

Write = Callable[[bytes], int]
"""Writes bytes, possibly blocking; returns how many were written."""
Recovery = Callable[[int, float], bytes]
"""Builds the line that reports dropped lines: how many, over how many seconds."""


class LogWriter:
    """Takes lines from any thread. ``put`` neither blocks nor raises; a full queue drops and counts lines."""

    def __init__(
        self, write: Write, recovery: Recovery, max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES
    ) -> None:
        self._write: Final = write
        self._recovery: Final = recovery
        self._max_lines: Final = max_lines
        self._max_bytes: Final = max_bytes
        # Re-entrant: garbage collection may run a finalizer that logs while this thread holds the lock.
        self._changed: Final = threading.Condition(threading.RLock())
        self._lines: list[bytes] = []
        self._bytes = 0
        self._busy = False
        self._idle = False
        self._flushing: Final = threading.Event()
        self._thread: threading.Thread | None = None
        self._unreported = 0
        self._dropping_since = 0.0
        self._mid_line = False
        self._backoff: Final = Backoff()
        self.dropped = 0
        """How many lines were dropped."""

    @property
    def healthy(self) -> bool:
        """Whether every dropped line has been reported, so that the sink works again."""
        return not self._unreported

    def put(self, line: bytes) -> None:
        """Queues one line, which ends with a line feed."""
        with self._changed:
            if len(self._lines) >= self._max_lines or self._bytes + len(line) > self._max_bytes:
                self._drop(1)
                return
            self._lines.append(line)
            self._bytes += len(line)
            if self._idle:
                self._idle = False
                self._changed.notify_all()
            elif self._thread is None or not self._thread.is_alive():
                self._start()

    def flush(self, seconds: float) -> bool:
        """Waits until the queue is written, up to a timeout; True if it is."""
        self._flushing.set()
        try:
            with self._changed:
                return self._changed.wait_for(lambda: not self._lines and not self._busy, seconds)
        finally:
            self._flushing.clear()

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name="clio-log", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            # The process is out of threads, or is exiting; the next line retries.
            return
        self._thread = thread

    def _drop(self, count: int) -> None:
        with self._changed:
            if not self._unreported:
                self._dropping_since = time.monotonic()
            self._unreported += count
            self.dropped += count

    def _run(self) -> None:
        while True:
            lines = self._take()
            for chunk in _chunks(lines):
                self._write_chunk(chunk)

    def _take(self) -> list[bytes]:
        with self._changed:
            self._busy = False
            if not self._lines:
                self._idle = True
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._lines)
                self._idle = False
        self._flushing.wait(LINGER_SECONDS)
        with self._changed:
            lines, self._lines, self._bytes, self._busy = self._lines, [], 0, True
        return lines

    def _write_chunk(self, lines: list[bytes]) -> None:
        unreported, since = self._unreported, self._dropping_since
        data = b"".join(lines)
        if self._mid_line:
            data = b"\n" + data
        report = self._recovery(unreported, time.monotonic() - since) if unreported else b""
        try:
            self._write_all(data + report)
        except _IncompleteError as incomplete:
            kept = data[: incomplete.written]
            self._mid_line = bool(kept) and not kept.endswith(b"\n")
            self._drop(len(lines) - max(0, kept.count(b"\n") - data.startswith(b"\n")))
            self._flushing.wait(self._backoff.pause())
            time.sleep(0.001)
            return
        self._mid_line = False
        self._backoff.reset()
        with self._changed:
            # Lines dropped meanwhile are reported with the next chunk.
            self._unreported -= unreported
            self._dropping_since = time.monotonic()

    def _write_all(self, data: bytes) -> None:
        written = 0
        while written < len(data):
            try:
                written += self._write(data[written:])
            except BlockingIOError as error:
                # The descriptor is non-blocking: wait as a blocking one would.
                written += getattr(error, "characters_written", 0)
                time.sleep(BLOCKED_SECONDS)
            except Exception as error:
                raise _IncompleteError(written) from error


class _IncompleteError(Exception):
    """The sink failed after a number of bytes."""

    def __init__(self, written: int) -> None:
        super().__init__(written)
        self.written: Final = written


def _chunks(lines: list[bytes]) -> Iterator[list[bytes]]:
    chunk: list[bytes] = []
    size = 0
    for line in lines:
        if chunk and size + len(line) > CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
        chunk.append(line)
        size += len(line)
    if chunk:
        yield chunk
