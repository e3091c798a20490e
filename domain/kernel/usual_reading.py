"""Takes in the lines of a record in which nothing is unusual, which are nearly all, in as few steps as that needs."""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from domain.kernel.canonical import canonical
from domain.kernel.game import GameEvent
from domain.kernel.record import Fact, Opening, Record
from domain.kernel.record_course import follow
from domain.kernel.usual_lines import END, readers

BEFORE_EVENT: Final = len('{"digest":"') + 64 + len('","event":')
AFTER_EVENT: Final = -len(b',"openings":[]}')
"""A canonical line without openings has the event's bytes between two parts of known length."""
is_time: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z").fullmatch

_END_OF_NAME: Final = -len(END)
_NO_SECRETS: Final[dict[str, msgspec.Raw]] = {}
_NO_OPENINGS: Final[list[Opening]] = []
_readers: Final = lru_cache(maxsize=16)(readers)


def after_usual_lines(record: Record, line: bytes, stream: Iterator[bytes]) -> tuple[bytes, bytes | None]:
    """The first line from ``line`` on that is unusual or the last, and the one after it; ``stream`` has the others.

    Of a line that is taken in everything was checked and holds. What another one lacks, ``record_reading`` says.
    """
    read_by_type = _readers(record.types, record.header.game)
    facts, actors, match = record.facts, record.actors, record.header.match
    for following in stream:
        read = read_by_type.get(line[line.rfind(b'"', 0, _END_OF_NAME) + 1 : _END_OF_NAME])
        if read is None or record.server_seed is not None:
            return line, following
        try:
            entry = read(line)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return line, following
        envelope = entry.event
        raw = line[BEFORE_EVENT:AFTER_EVENT]
        digest = sha256(record.digest + raw).digest()
        if (
            digest.hex() != entry.digest
            or canonical(entry) != line
            or envelope.seq != len(facts) + 1
            or envelope.match != match
            or envelope.actor not in actors
            or (envelope.at != record.last_time and not is_time(envelope.at))
        ):
            return line, following
        record.digest, record.last_time, payload = digest, envelope.at, envelope.public
        facts.append(Fact(envelope, raw, digest, payload, _NO_SECRETS, _NO_OPENINGS, exact=True))
        if not isinstance(payload, GameEvent):
            follow(record, payload, len(facts))
        line = following
    return line, None
