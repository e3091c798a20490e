"""The limits of a record's lines, checked before anything of a line is read."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from domain.kernel.limits import (
    MAX_DEPTH,
    MAX_EVENTS,
    MAX_INTEGER,
    MAX_LINE_BYTES,
    MAX_LIST,
    MAX_RECORD_BYTES,
    MAX_TEXT,
)
from domain.kernel.record import FlawError

_HEADER_AND_HEAD: Final = 2
_SHORT: Final = min(MAX_LIST, MAX_TEXT)
"""A line of so few bytes holds no list and no text beyond its limit."""
_STRINGS: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_DIGITS: Final = len(str(MAX_INTEGER))
_BRACKETS: Final = re.compile(rb"[\[\]{}]")
_LARGE: Final = re.compile(rb"[0-9]{16,}")
_may_be_large: Final = re.compile(rb"[:,\[-][0-9]{16}").search
"""Digests are digits too, but stand behind a quotation mark."""
_plain: Final = msgspec.json.Decoder().decode


def within_limits(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines one by one; FlawError at the first that is beyond a limit."""
    size = 0
    for place, line in enumerate(lines):
        size += len(line) + 1
        if place >= MAX_EVENTS + _HEADER_AND_HEAD:
            raise FlawError(None, f"a record has at most {MAX_EVENTS} events")
        if size > MAX_RECORD_BYTES:
            raise FlawError(None, f"a record has at most {MAX_RECORD_BYTES} bytes")
        if why := line_flaw(line):
            raise FlawError(place or None, why)
        yield line


def line_flaw(line: bytes) -> str:
    """Which limit a line is beyond; empty for none. Nearly all lines are short and flat, and cost two counts."""
    if len(line) > MAX_LINE_BYTES:
        return f"a line has {len(line)} bytes; the limit is {MAX_LINE_BYTES}"
    deep = line.count(b"[") + line.count(b"{") > MAX_DEPTH
    if len(line) <= _SHORT and not deep and not _may_be_large(line):
        return ""
    return _bare_flaw(_STRINGS.sub(b"", line)) or (_content_flaw(line) if len(line) > _SHORT else "")


def _bare_flaw(bare: bytes) -> str:
    """What a line without its strings shows: depth and integers."""
    depth = 0
    for found in _BRACKETS.finditer(bare):
        depth += 1 if found[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            return f"values are nested deeper than {MAX_DEPTH}"
    if any(len(found[0]) > _DIGITS or int(found[0]) > MAX_INTEGER for found in _LARGE.finditer(bare)):
        return f"an integer is beyond {MAX_INTEGER}"
    return ""


def _content_flaw(line: bytes) -> str:
    """What only the values of a long line show: the lengths of texts and lists."""
    try:
        waiting: list[Any] = [_plain(line)]
    except (msgspec.DecodeError, ValueError, RecursionError):
        return ""  # Not JSON: the reader says so.
    while waiting:
        value = waiting.pop()
        if isinstance(value, str) and len(value) > MAX_TEXT:
            return f"a text has {len(value)} characters; the limit is {MAX_TEXT}"
        if isinstance(value, list | dict) and len(value) > MAX_LIST:
            return f"a list or an object has {len(value)} members; the limit is {MAX_LIST}"
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
    return ""
