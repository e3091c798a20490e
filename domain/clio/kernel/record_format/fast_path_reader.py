"""The fast path of reading a record: decodes and checks the lines without secrets and without flaws."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from clio.kernel.events.match_event import SERVER_ACTOR
from clio.kernel.integrity.canonical import canonical
from clio.kernel.limits import MAX_EVENTS
from clio.kernel.record_format.fast_path_lines import END, readers
from clio.kernel.record_format.lifecycle_checks import is_fork, is_id
from clio.kernel.record_format.record import Fact, Opening, Record
from clio.kernel.record_format.timestamps import is_time
from clio.kernel.record_format.value_limits import is_short

BEFORE_EVENT: Final = len('{"digest":"') + 64 + len('","event":')
AFTER_EVENT: Final = -len(b',"openings":[]}')
"""A canonical line without openings has the event's bytes between two parts of fixed length."""

_END_OF_NAME: Final = -len(END)
_NO_SECRETS: Final[dict[str, msgspec.Raw]] = {}
_NO_OPENINGS: Final[list[Opening]] = []
_readers: Final = lru_cache(maxsize=16)(readers)


def after_fast_path_lines(record: Record, line: bytes, stream: Iterator[bytes]) -> tuple[bytes, bytes | None]:
    """Reads lines until one needs the full checks or is the last; returns that line and the one after it.

    ``stream`` has the lines after ``line``. A line read here has passed all checks; ``reader`` says what is wrong with
    another one.
    """
    read_by_type = _readers(record.types, record.header.game)
    facts, requests, players, match = record.facts, record.requests, record.players, record.header.match
    started, history = record.started, record.opening_request if is_fork(record) else ""
    for following in stream:
        read = read_by_type.get(line[line.rfind(b'"', 0, _END_OF_NAME) + 1 : _END_OF_NAME])
        if read is None or record.server_seed is not None:
            return line, following
        raw = line[BEFORE_EVENT:AFTER_EVENT]
        if not is_short(raw):
            return line, following
        try:
            entry = read(line)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return line, following
        envelope = entry.event
        digest = sha256(record.digest + raw).digest()
        request, at = envelope.request, envelope.at
        if (
            digest.hex() != entry.digest
            or canonical(entry) != line
            or envelope.seq != len(facts) + 1
            or envelope.seq > MAX_EVENTS
            or envelope.match != match
            or envelope.actor not in players
            or not (started or request == history)
            or (at != record.last_time and (at < record.last_time or not is_time(at)))
            or (request != record.last_request and (request in requests or not is_id(request)))
        ):
            return line, following
        if request != record.last_request:
            record.last_request = request
            requests.add(request)
        record.digest, record.last_time = digest, at
        if started and envelope.actor != SERVER_ACTOR:
            record.note_move()
        facts.append(Fact(envelope, raw, digest, envelope.public, _NO_SECRETS, _NO_OPENINGS, exact=True))
        line = following
    return line, None
