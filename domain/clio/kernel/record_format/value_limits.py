"""Limits on the values of a line: numbers, texts, keys, lists and nesting, as docs/record.md lists them."""

from typing import Any, Final

import msgspec

from clio.kernel.limits import MAX_DEPTH, MAX_INTEGER, MAX_LIST, MAX_TEXT

_DIGITS: Final = bytes.maketrans(b"123456789", b"0" * 9)
_LONG_NUMBER: Final = b"0" * len(str(MAX_INTEGER))


def is_short(line: bytes) -> bool:
    """Whether a line is so short and plain that no text, key, list or number in it can exceed a limit.

    Nesting is not covered. A hash with as many digits in a row as a large number makes a line not short.
    """
    return len(line) <= MAX_TEXT and line.isascii() and _LONG_NUMBER not in line.translate(_DIGITS)


def excess(line: bytes) -> str:
    """The limit that a line of JSON exceeds; empty if none. ValueError if the line is not such JSON."""
    if is_short(line) and line.count(b"{") + line.count(b"[") <= MAX_DEPTH:
        return ""
    return _excess(_DECODER.decode(line), 1)


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not an integer")


_DECODER: Final = msgspec.json.Decoder(float_hook=_no_float)


def _excess(value: Any, depth: int) -> str:  # noqa: ANN401 (any value of JSON)
    if isinstance(value, dict):
        for key in value:
            if not key.isascii():
                return f"the key {key[:40]!a} is not ASCII"
            if len(key) > MAX_TEXT:
                return f"a key has more than {MAX_TEXT} characters"
        return _inner_excess(list(value.values()), depth)
    if isinstance(value, list):
        return _inner_excess(value, depth)
    if isinstance(value, str):
        return f"a text has more than {MAX_TEXT} characters" if len(value) > MAX_TEXT else ""
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        return "an integer is beyond 2^53 - 1"
    return ""


def _inner_excess(values: list[Any], depth: int) -> str:
    if depth > MAX_DEPTH:
        return f"the line is nested more than {MAX_DEPTH} deep"
    if len(values) > MAX_LIST:
        return f"an array or object has more than {MAX_LIST} members"
    return next((why for value in values if (why := _excess(value, depth + 1))), "")
