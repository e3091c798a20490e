"""The form of a log line: control characters are escaped and long values cut, whatever a caller sent."""

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
"""C0, DEL and C1 control characters, line separators, and what turns text around or hides it."""
_to_json: Final = msgspec.json.Encoder().encode
_PLAIN: Final = frozenset({bool, float, type(None)})
_LARGEST_INT: Final = 2**63
_BEYOND_BMP: Final = 0x10000
"""From here on JSON writes a character as two escapes."""


def escaped(text: str) -> str:
    """The text with every unsafe character as an escape sequence in ASCII."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escape, text)


def _escape(found: "re.Match[str]") -> str:
    number = ord(found[0])
    if number >= _BEYOND_BMP:
        high, low = divmod(number - _BEYOND_BMP, 0x400)
        return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
    return f"\\u{number:04x}"


def bounded(value: object, depth: int = 0) -> object:
    """The value as JSON can hold it, cut where it is long, wide or deep."""
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
    except Exception:  # noqa: BLE001 (a value that cannot be shown must not cost the line)
        return f"<{type(value).__name__}>"


def _bound_all(line: Line) -> None:
    for key, value in line.items():
        if type(value) is not str or len(value) > MAX_CHARACTERS:
            line[key] = bounded(value)


def timestamps() -> Callable[[], str]:
    """The time of now in UTC, to the microsecond; the seconds' part is worked out once a second."""
    stamp = (0, "")

    def now() -> str:
        nonlocal stamp
        seconds, micros = divmod(time.time_ns() // 1000, 1_000_000)
        known, written = stamp
        if seconds != known:
            written = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
            # In one piece: other threads write lines too.
            stamp = (seconds, written)
        return f"{written}.{micros:06d}Z"

    return now


def for_machines() -> Render:
    """One JSON object a line."""
    # Never with local variables: they hold tokens and secrets.
    transformer = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    with_exception = structlog.processors.ExceptionRenderer(transformer)
    now = timestamps()

    def render(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        """All in one step, since a line is written for every call."""
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

    return guarded(render)


def _safe_json(value: object) -> bytes:
    written = _to_json(value)
    if written.isascii() and b"\x7f" not in written:
        return written
    return _UNSAFE.sub(_escape, written.decode()).encode()


def for_people(*, colours: bool) -> Render:
    """One line of text, in colours on a terminal; a traceback follows on lines with a mark in front."""
    drawn = structlog.dev.ConsoleRenderer(exception_formatter=_write_traceback, colors=colours)
    now = timestamps()

    def render(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        exception = line.pop("exc_info", None)
        shown: Line = {key: _shown(value) for key, value in line.items()}
        if exception:
            shown["exc_info"] = exception
        shown["level"] = level
        shown["timestamp"] = now()
        return str(drawn(logger, level, shown)).encode(errors="backslashreplace") + b"\n"

    return guarded(render)


def _shown(value: object) -> object:
    value = bounded(value)
    if type(value) in _PLAIN or isinstance(value, int):
        return value
    return escaped(value if isinstance(value, str) else repr(value))


def _write_traceback(out: TextIO, exception: Any) -> None:  # noqa: ANN401 (structlog's)
    text = "".join(traceback.format_exception(*exception)).rstrip("\n")
    # The mark tells lines of the traceback, which may hold what a caller sent, from lines of the log.
    lines = [f"  | {escaped(str(bounded(line)))}" for line in text.split("\n")[-MAX_TRACEBACK_LINES:]]
    out.write("\n".join(lines))


def guarded(render: Render) -> Render:
    """A renderer that never raises: a line that cannot be written says so."""

    def render_anyway(logger: Any, level: str, line: Line) -> bytes:  # noqa: ANN401 (whatever structlog wraps)
        try:
            return render(logger, level, line)
        except Exception as error:  # noqa: BLE001 (whatever it is, whoever logs goes on)
            event = escaped(str(line.get("event"))[:MAX_CHARACTERS])
            told = {"event": "log.line_failed", "of": event, "error": type(error).__name__, "level": "error"}
            return _safe_json(told) + b"\n"

    return render_anyway


def is_terminal() -> bool:
    """Whether a person reads standard error."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
