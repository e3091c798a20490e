"""Limits on the values of a line: numbers, texts, keys, lists and nesting, as docs/record.md lists them."""

from typing import Any, Final

import msgspec

from clio.kernel.limits import MAX_DEPTH, MAX_INTEGER, MAX_LIST, MAX_TEXT
from clio.kernel.message import NO_MESSAGE, Message, message

_DIGITS: Final = bytes.maketrans(b"123456789", b"0" * 9)
_LONG_NUMBER: Final = b"0" * len(str(MAX_INTEGER))


def is_short(line: bytes) -> bool:
    """Whether a line is so short and plain that no text, key, list or number in it can exceed a limit.

    Nesting is not covered. A hash with as many digits in a row as a large number makes a line not short.
    """
    return len(line) <= MAX_TEXT and line.isascii() and _LONG_NUMBER not in line.translate(_DIGITS)


def excess(line: bytes) -> Message:
    """The limit that a line of JSON exceeds; empty if none. ValueError if the line is not such JSON."""
    if is_short(line) and line.count(b"{") + line.count(b"[") <= MAX_DEPTH:
        return NO_MESSAGE
    return _excess(_DECODER.decode(line), 1)


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not an integer")


_DECODER: Final = msgspec.json.Decoder(float_hook=_no_float)


def _excess(value: Any, depth: int) -> Message:  # noqa: ANN401 (any value of JSON)
    if isinstance(value, dict):
        for key in value:
            if not key.isascii():
                return message("the key {key} is not ASCII", key=ascii(key[:40]))
            if len(key) > MAX_TEXT:
                return message("a key has more than {limit} characters", limit=MAX_TEXT)
        return _inner_excess(list(value.values()), depth)
    if isinstance(value, list):
        return _inner_excess(value, depth)
    if isinstance(value, str):
        return (
            message("a text has more than {limit} characters", limit=MAX_TEXT) if len(value) > MAX_TEXT else NO_MESSAGE
        )
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        return Message("an integer is beyond 2^53 - 1")
    return NO_MESSAGE


def _inner_excess(values: list[Any], depth: int) -> Message:
    if depth > MAX_DEPTH:
        return message("the line is nested more than {limit} deep", limit=MAX_DEPTH)
    if len(values) > MAX_LIST:
        return message("an array or object has more than {limit} members", limit=MAX_LIST)
    return next((why for value in values if (why := _excess(value, depth + 1))), NO_MESSAGE)
