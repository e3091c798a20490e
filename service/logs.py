"""The log: JSON lines for machines, colours on a terminal."""

import logging
import sys

import structlog

from service.calls.call import add_call


def configure(level: str) -> None:
    """Sets the log up for this process; everything goes to standard error."""
    terminal = sys.stderr.isatty()
    render: structlog.typing.Processor = (
        # Never with local variables: they hold tokens and secrets.
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if terminal
        else structlog.processors.JSONRenderer()
    )
    processors: list[structlog.typing.Processor] = [
        add_call,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if not terminal:
        transformer = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        processors.append(structlog.processors.ExceptionRenderer(transformer))
    structlog.configure(
        processors=[*processors, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
