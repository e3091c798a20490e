"""The log: JSON lines for machines, colours on a terminal."""

import logging
import sys
import time
from collections.abc import MutableMapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
import structlog

from service.calls.call import add_call

LogFormat: TypeAlias = Literal["auto", "json", "console"]
Line: TypeAlias = MutableMapping[str, Any]

_to_json: Final = msgspec.json.Encoder(enc_hook=repr).encode


def configure(level: str, form: LogFormat = "auto") -> None:
    """Sets the log up for this process; everything goes to standard error."""
    console = sys.stderr.isatty() if form == "auto" else form == "console"
    structlog.configure(
        processors=[add_call, *(_for_people() if console else _for_machines())],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=(structlog.PrintLoggerFactory if console else structlog.BytesLoggerFactory)(
            sys.stderr if console else sys.stderr.buffer  # type: ignore[arg-type]  # each gets its own
        ),
        cache_logger_on_first_use=True,
    )


def _for_people() -> list[structlog.typing.Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Never with local variables: they hold tokens and secrets.
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback, colors=sys.stderr.isatty()),
    ]


def _for_machines() -> list[structlog.typing.Processor]:
    # As above.
    transformer = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    with_exception = structlog.processors.ExceptionRenderer(transformer)
    stamp = (0, "")

    def render(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        """All in one step, since a line is written for every call."""
        nonlocal stamp
        if "exc_info" in line:
            with_exception(logger, level, line)
        now, micros = divmod(time.time_ns() // 1000, 1_000_000)
        second, written = stamp
        if now != second:
            written = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
            # In one piece: other threads write lines too.
            stamp = (now, written)
        line["level"] = level
        line["timestamp"] = f"{written}.{micros:06d}Z"
        return _to_json(line)

    return [render]
