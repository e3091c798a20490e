"""Splits records into the texts of their events, and builds chained and signed records from changed texts."""

import json
import re

from clio.kernel.integrity.chain import GENESIS, link
from tests.kit.records import head_line

_LINE = re.compile(rb'\{"digest":"[0-9a-f]{64}","event":(.*),"openings":(\[.*\])\}')
Texts = list[tuple[bytes, bytes]]


def texts_of(lines: list[bytes]) -> Texts:
    """Every event with its openings, as text."""
    return [match.groups() for match in map(_LINE.fullmatch, lines[1:-1]) if match]  # type: ignore[misc]


def record_of(header: bytes, texts: Texts) -> list[bytes]:
    """The record with these texts, well-formed or not."""
    digest, written = GENESIS, [header]
    for event, openings in texts:
        digest = link(digest, event)
        written.append(b'{"digest":"%b","event":%b,"openings":%b}' % (digest.hex().encode(), event, openings))
    return [*written, head_line(json.loads(header)["match"], len(texts), digest)]
