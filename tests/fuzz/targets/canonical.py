"""Any text as canonical JSON: what is canonical comes back byte by byte, and both verifiers agree on what is."""

import msgspec

from clio.kernel.integrity.canonical import canonical
from clio.kernel.record_format.event_checks import is_plain
from clio.kernel.record_format.value_limits import excess
from clio.verify import verify_match


def one(data: bytes) -> None:
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        value = None
    if value is not None:
        try:
            again = canonical(value)
        except (ValueError, RecursionError, UnicodeEncodeError):
            again = b""
        assert not again or canonical(msgspec.json.decode(again)) == again
    assert _first(data) == _second(data)


def _first(data: bytes) -> bool:
    try:
        return not excess(data) and is_plain(msgspec.Raw(data))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def _second(data: bytes) -> bool:
    try:
        verify_match._parse(data, 1)
    except verify_match.FlawError:
        return False
    return True


SEEDS = (b'{"a":1}', b'{"b":[1,2,{"c":"\\u0000"}]}', b"[" * 200, b'{"a":1e5}', '{"é":"\U0001f600"}'.encode())
