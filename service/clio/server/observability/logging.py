"""The log: JSON lines for machines, colours on a terminal. Logging never raises, never blocks, and is bounded."""

import atexit
import io
import logging
import os
import sys
from typing import Any, Final, Literal, TypeAlias

import structlog

from clio.server.app.call_context import add_call
from clio.server.observability.log_format import for_machines, for_people, is_terminal
from clio.server.observability.log_writer import LogWriter, Write

LogFormat: TypeAlias = Literal["auto", "json", "console"]
EXIT_SECONDS: Final = 1.0
"""How long the end of the process waits for a log that is not read."""

_writers: Final[list[LogWriter]] = []
"""That of the present configuration first, then that of standard output; none before the first."""


def configure(level: str, form: LogFormat = "auto") -> LogWriter:
    """Sets the log up for this process; everything goes to standard error."""
    number = logging.getLevelNamesMapping()[level.upper()]
    console = is_terminal() if form == "auto" else form == "console"
    render = for_people(colours=is_terminal()) if console else for_machines()

    def recovery(lines: int, seconds: float) -> bytes:
        return render(None, "warning", {"event": "log.lines_dropped", "lines": lines, "seconds": round(seconds, 3)})

    writer = LogWriter(written_by(sys.stderr), recovery)
    structlog.configure(
        processors=[add_call, render],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: _Lines(writer),
        cache_logger_on_first_use=True,
    )
    if not _writers:
        atexit.register(flush, EXIT_SECONDS)
    _writers[:] = [writer]
    return writer


def stdout_writer() -> LogWriter:
    """A writer for what the process says on standard output; it is flushed with the log."""
    writer = LogWriter(written_by(sys.stdout), lambda *_: b"")
    _writers.append(writer)
    return writer


def flush(seconds: float = EXIT_SECONDS) -> None:
    """Waits for the lines on their way, but not for long."""
    for writer in _writers:
        writer.flush(seconds)


def dropped_lines() -> int:
    """How many lines this process could not write."""
    return sum(writer.dropped for writer in _writers)


def is_healthy() -> bool:
    """Whether lines are written as they come."""
    return all(writer.healthy for writer in _writers)


def written_by(stream: Any) -> Write:  # noqa: ANN401 (a text stream, or what stands in for one)
    """Writes to what a stream writes to, past its buffers: they would keep what failed, and fail again."""
    try:
        descriptor = os.dup(stream.fileno())
    except (AttributeError, OSError, ValueError, io.UnsupportedOperation):
        return _into(stream)
    return lambda data: os.write(descriptor, data)


def _into(stream: Any) -> Write:  # noqa: ANN401 (as above)
    def write(data: bytes) -> int:
        if stream is not None:
            stream.write(data.decode(errors="replace"))
            stream.flush()
        return len(data)

    return write


class _Lines:
    """What structlog hands finished lines to."""

    def __init__(self, writer: LogWriter) -> None:
        self.msg = self.log = self.debug = self.info = self.warning = self.warn = writer.put
        self.error = self.critical = self.fatal = self.failure = self.err = self.exception = writer.put
