"""Redirects other output of the process into the log: libraries' logs, warnings, uncaught exceptions, prints."""

import io
import logging
import os
import stat
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any, Final, TextIO

import structlog

from clio.server.observability.log_format import escaped
from clio.server.observability.log_writer import LogWriter

MAX_CHARACTERS: Final = 4_096
REPEAT_SECONDS: Final = 60.0
MAX_KINDS: Final = 256

log = structlog.get_logger()


def take_over(writer: LogWriter) -> None:
    """Redirects standard error, so that no write to it can block or raise."""
    logging.lastResort = None
    root = logging.getLogger()
    root.handlers[:] = [LibraryHandler()]
    root.setLevel(logging.WARNING)
    logging.raiseExceptions = False
    warnings.showwarning = _log_warning
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_lost_thread
    sys.unraisablehook = _log_unraisable
    sys.stderr = LineStream(writer, sys.stderr)
    _unblock(2)


def take_over_stdout(writer: LogWriter) -> None:
    """Redirects standard output to its own writer."""
    sys.stdout = LineStream(writer, sys.stdout)


class LibraryHandler(logging.Handler):
    """Logs the messages of libraries; a repeated message comes once a minute, with the number of repetitions."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self._clock: Final = clock
        self._seen: dict[tuple[str, str], list[float]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Logs a record of a library."""
        try:
            repeated = self._repetitions((record.name, str(record.msg)))
            if repeated is None:
                return
            more: dict[str, Any] = {"repeated": repeated} if repeated else {}
            if record.exc_info and record.exc_info[0] is not None:
                more["exc_info"] = record.exc_info
            log.log(record.levelno, "library", logger=record.name, message=record.getMessage(), **more)
        except Exception:  # noqa: BLE001 (logging must not fail the library)
            log.warning("log.line_failed", of=record.name)

    def _repetitions(self, kind: tuple[str, str]) -> int | None:
        """Returns how often a message was repeated since it was last logged; None if it is not due."""
        now = self._clock()
        known = self._seen.get(kind)
        if known is not None and now - known[0] < REPEAT_SECONDS:
            known[1] += 1
            return None
        if len(self._seen) >= MAX_KINDS:
            self._seen.clear()
        self._seen[kind] = [now, 0]
        return int(known[1]) if known else 0


class LineStream(io.TextIOBase):
    """A text stream that passes printed lines to a log writer."""

    def __init__(self, writer: LogWriter, original: Any) -> None:  # noqa: ANN401 (any text stream)
        self._writer: Final = writer
        self._original: Final = original
        self._rest = ""

    def write(self, text: str) -> int:
        """Passes complete lines to the log writer."""
        *lines, self._rest = (self._rest + text).split("\n")
        if len(self._rest) > MAX_CHARACTERS:
            lines, self._rest = [*lines, self._rest], ""
        for line in lines:
            self._writer.put(f"{escaped(line)}\n".encode(errors="backslashreplace"))
        return len(text)

    def writable(self) -> bool:
        """Always True."""
        return True

    def isatty(self) -> bool:
        """Whether the original stream is a terminal."""
        return bool(self._original is not None and self._original.isatty())

    def fileno(self) -> int:
        """Returns the original descriptor."""
        return int(self._original.fileno())


def _log_warning(  # noqa: PLR0913, PLR0917 (Python's)
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    del file, line
    log.warning("python.warning", category=category.__name__, message=str(message), at=f"{filename}:{lineno}")


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:  # noqa: ANN401 (Python's)
    log.critical("process.failed", exc_info=(kind, error, trace))


def _log_lost_thread(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread is not None else ""
    value = args.exc_value or args.exc_type()
    log.error("thread.failed", thread=name, exc_info=(args.exc_type, value, args.exc_traceback))


def _log_unraisable(args: Any) -> None:  # noqa: ANN401 (Python's)
    value = args.exc_value or args.exc_type()
    log.error("python.unraisable", message=args.err_msg or "", exc_info=(args.exc_type, value, args.exc_traceback))


def _unblock(descriptor: int) -> None:
    """Reopens the file behind a descriptor in non-blocking mode: libraries in C write to it directly.

    The log keeps the original descriptor, and other processes that share it are not affected.
    """
    try:
        kind = os.fstat(descriptor).st_mode
        if not (stat.S_ISFIFO(kind) or os.isatty(descriptor)):
            return
        again = os.open(f"/proc/self/fd/{descriptor}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        # The pipe of another user, or a system without /proc: writes stay blocking.
        return
    os.dup2(again, descriptor)
    os.close(again)
