"""Renders log lines: escapes control characters and truncates long values, whatever a caller sent."""

import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Final, TextIO, TypeAlias

import msgspec
import structlog

MAX_CHARACTERS: Final = 500
MAX_ITEMS: Final = 100
MAX_DEPTH: Final = 6
MAX_LINE_BYTES: Final = 32 * 1024
MAX_TRACEBACK_LINES: Final = 200

Line: TypeAlias = MutableMapping[str, Any]
Render: TypeAlias = Callable[[Any, str, Line], bytes]

_UNSAFE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""C0, DEL and C1 control characters, line separators, bidirectional controls and invisible characters."""
_to_json: Final = msgspec.json.Encoder().encode
_PLAIN: Final = frozenset({bool, float, type(None)})
_LARGEST_INT: Final = 2**63
_BEYOND_BMP: Final = 0x10000
"""From here on JSON writes a character as a surrogate pair."""


def escaped(text: str) -> str:
    """Returns the text with every unsafe character as an ASCII escape sequence."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escape, text)


def _escape(found: "re.Match[str]") -> str:
    number = ord(found[0])
    if number >= _BEYOND_BMP:
        high, low = divmod(number - _BEYOND_BMP, 0x400)
        return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
    return f"\\u{number:04x}"


def bounded(value: object, depth: int = 0) -> object:
    """Returns a JSON-compatible value, truncated in length, width and depth."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, str):
        more = len(value) - MAX_CHARACTERS
        return value if more <= 0 else f"{value[:MAX_CHARACTERS]}…(+{more})"
    if isinstance(value, int):
        return value if -_LARGEST_INT <= value < _LARGEST_INT else f"an integer of {value.bit_length()} bits"
    if depth < MAX_DEPTH and isinstance(value, Mapping):
        items = list(value.items())
        return {str(bounded(str(key))): bounded(each, depth + 1) for key, each in items[:MAX_ITEMS]}
    if depth < MAX_DEPTH and isinstance(value, list | tuple):
        return [bounded(each, depth + 1) for each in value[:MAX_ITEMS]]
    if isinstance(value, bytes):
        value = value[:MAX_CHARACTERS]
    try:
        return bounded(repr(value), depth)
    except Exception:  # noqa: BLE001 (a value with a broken repr must not cost the line)
        return f"<{type(value).__name__}>"


def _bound_all(line: Line) -> None:
    for key, value in line.items():
        if type(value) is not str or len(value) > MAX_CHARACTERS:
            line[key] = bounded(value)


def timestamps() -> Callable[[], str]:
    """Returns a clock that formats the present UTC time in microseconds; it formats the seconds once per second."""
    cached = (0, "")

    def now() -> str:
        nonlocal cached
        seconds, micros = divmod(time.time_ns() // 1000, 1_000_000)
        known, written = cached
        if seconds != known:
            written = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
            # One assignment: other threads log too.
            cached = (seconds, written)
        return f"{written}.{micros:06d}Z"

    return now


def json_renderer() -> Render:
    """Returns a renderer that writes one JSON object per line."""
    # No local variables: they hold tokens and secrets.
    transformer = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    with_exception = structlog.processors.ExceptionRenderer(transformer)
    now = timestamps()

    def render(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        """Renders in one step, since every call logs a line."""
        if "exc_info" in line:
            with_exception(logger, level, line)
        _bound_all(line)
        line["level"] = level
        line["timestamp"] = now()
        written = _safe_json(line)
        if len(written) > MAX_LINE_BYTES:
            kept = {key: line[key] for key in ("event", "method", "level", "timestamp") if key in line}
            written = _safe_json(kept | {"cut_bytes": len(written)})
        return written + b"\n"

    return never_raising(render)


def _safe_json(value: object) -> bytes:
    written = _to_json(value)
    if written.isascii() and b"\x7f" not in written:
        return written
    return _UNSAFE.sub(_escape, written.decode()).encode()


def console_renderer(*, colours: bool) -> Render:
    """Returns a renderer for people: one line of text, with a marked traceback after it."""
    console = structlog.dev.ConsoleRenderer(exception_formatter=_write_traceback, colors=colours)
    now = timestamps()

    def render(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        exception = line.pop("exc_info", None)
        shown: Line = {key: _shown(value) for key, value in line.items()}
        if exception:
            shown["exc_info"] = exception
        shown["level"] = level
        shown["timestamp"] = now()
        return str(console(logger, level, shown)).encode(errors="backslashreplace") + b"\n"

    return never_raising(render)


def _shown(value: object) -> object:
    value = bounded(value)
    if type(value) in _PLAIN or isinstance(value, int):
        return value
    return escaped(value if isinstance(value, str) else repr(value))


def _write_traceback(out: TextIO, exception: Any) -> None:  # noqa: ANN401 (structlog's)
    text = "".join(traceback.format_exception(*exception)).rstrip("\n")
    # The mark separates lines of a traceback, which may hold a caller's text, from lines of the log.
    lines = [f"  | {escaped(str(bounded(line)))}" for line in text.split("\n")[-MAX_TRACEBACK_LINES:]]
    out.write("\n".join(lines))


def never_raising(render: Render) -> Render:
    """Wraps a renderer: instead of raising, it writes a line that names the failure."""

    def render_anyway(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        try:
            return render(logger, level, line)
        except Exception as error:  # noqa: BLE001 (logging must not fail its caller)
            event = escaped(str(line.get("event"))[:MAX_CHARACTERS])
            failure = {"event": "log.line_failed", "of": event, "error": type(error).__name__, "level": "error"}
            return _safe_json(failure) + b"\n"

    return render_anyway


def is_terminal() -> bool:
    """Whether standard error is a terminal."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
