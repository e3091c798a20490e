"""Sets up the log: JSON lines, or text on a terminal. Logging never raises, never blocks, and is bounded."""

import atexit
import io
import logging
import os
import sys
from typing import Any, Final, Literal, TypeAlias

import structlog

from clio.server.app.call_context import add_call
from clio.server.observability.log_format import console_renderer, is_terminal, json_renderer
from clio.server.observability.log_writer import LogWriter, Write

LogFormat: TypeAlias = Literal["auto", "json", "console"]
EXIT_SECONDS: Final = 1.0
"""How long the exit of the process waits for a log that is not read."""

_writers: Final[list[LogWriter]] = []
"""The writer of the present configuration, then the writer of standard output; empty before ``configure``."""


def configure(level: str, form: LogFormat = "auto") -> LogWriter:
    """Configures the log of this process, which goes to standard error."""
    number = logging.getLevelNamesMapping()[level.upper()]
    console = is_terminal() if form == "auto" else form == "console"
    render = console_renderer(colours=is_terminal()) if console else json_renderer()

    def recovery(lines: int, seconds: float) -> bytes:
        return render(None, "warning", {"event": "log.lines_dropped", "lines": lines, "seconds": round(seconds, 3)})

    writer = LogWriter(writer_to(sys.stderr), recovery)
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
    """Returns a writer for standard output; it is flushed with the log."""
    writer = LogWriter(writer_to(sys.stdout), lambda *_: b"")
    _writers.append(writer)
    return writer


def flush(seconds: float = EXIT_SECONDS) -> None:
    """Waits until queued lines are written, up to a timeout."""
    for writer in _writers:
        writer.flush(seconds)


def dropped_lines() -> int:
    """Returns how many lines this process has dropped."""
    return sum(writer.dropped for writer in _writers)


def is_healthy() -> bool:
    """Whether no line is being dropped."""
    return all(writer.healthy for writer in _writers)


def writer_to(stream: Any) -> Write:  # noqa: ANN401 (a text stream, or what stands in for one)
    """Returns a function that writes to a stream's descriptor, past its buffers, which would retry failed bytes."""
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
    """The logger that structlog hands rendered lines to."""

    def __init__(self, writer: LogWriter) -> None:
        self.msg = self.log = self.debug = self.info = self.warning = self.warn = writer.put
        self.error = self.critical = self.fatal = self.failure = self.err = self.exception = writer.put
