"""Records in which the text of one event was changed, in whatever form, and everything chained and signed anew."""

import json
import re

from domain.kernel.chain import GENESIS, link
from tests.kit.records import head_line

_LINE = re.compile(rb'\{"digest":"[0-9a-f]{64}","event":(.*),"openings":(\[.*\])\}')


def event_text(line: bytes) -> bytes:
    """The event in a line, as it stands there."""
    return _parts(line)[0]


def with_event(lines: list[bytes], place: int, text: bytes, openings: bytes | None = None) -> list[bytes]:
    """The record with another text for one event; ``openings`` too, where they are given."""
    digest, written = GENESIS, [lines[0]]
    for number, line in enumerate(lines[1:-1], 1):
        event, opened = _parts(line)
        if number == place:
            event, opened = text, opened if openings is None else openings
        digest = link(digest, event)
        written.append(b'{"digest":"%b","event":%b,"openings":%b}' % (digest.hex().encode(), event, opened))
    return [*written, head_line(json.loads(lines[0])["match"], len(lines) - 2, digest)]


def _parts(line: bytes) -> tuple[bytes, bytes]:
    found = _LINE.fullmatch(line)
    assert found
    return found[1], found[2]
