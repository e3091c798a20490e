"""Reads a match record line by line and makes all checks of level 1 except the signature's."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.fair_play import Abandoned, TimedOut
from clio.kernel.events.lifecycle import Resigned
from clio.kernel.events.match_event import SERVER_ACTOR, Envelope
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import FORMAT, GENESIS, link
from clio.kernel.limits import MAX_COMMAS, MAX_EVENTS
from clio.kernel.record_format.event_checks import (
    LIFECYCLE,
    broken_link,
    check_envelope,
    check_limits,
    check_pools,
    check_request,
    is_plain,
)
from clio.kernel.record_format.event_payload import opened_values, typed_payload
from clio.kernel.record_format.fast_path_reader import AFTER_EVENT, BEFORE_EVENT, after_fast_path_lines
from clio.kernel.record_format.lifecycle_checks import follow, is_fork, is_id, may_play
from clio.kernel.record_format.record import Fact, FlawError, Head, Header, Opening, Record

_NO_SECRETS: Final[dict[str, msgspec.Raw]] = {}
_is_game: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_OF_HISTORY: Final = Resigned | TimedOut | Abandoned
"""The lifecycle events that a fork takes over."""
_WITH_HISTORY: Final = 2
"""The minimum number of events of a fork: its opening and one of its history."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    digest: str
    event: Envelope
    openings: list[Opening]


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    head: Head


_HEADER: Final = msgspec.json.Decoder(Header)
_ENTRY: Final = msgspec.json.Decoder(_Entry)
_LAST: Final = msgspec.json.Decoder(_Last)


def read_lines(lines: Iterable[bytes], types: EventTypes) -> Record:
    """Reads a record from its lines, given without line feeds; FlawError if they are not one."""
    stream = _few_values(lines)
    first = next(stream, None)
    record = None if first is None else Record(_read_header(first), types)
    line, following = next(stream, None), next(stream, None)
    if record is None or line is None or following is None:
        raise FlawError(None, "a record has a header, at least one event and a head")
    while following is not None:
        _read_event(record, line, len(record.facts) + 1)
        line, following = after_fast_path_lines(record, following, stream)
    _check_history(record)
    record.head = _read_head(line, record)
    return record


def _few_values(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines, as long as all of them together hold few enough values to be kept in memory."""
    left = MAX_COMMAS
    for line in lines:
        left -= line.count(b",")
        if left < 0:
            raise FlawError(None, "the lines have more than {limit} commas", limit=MAX_COMMAS)
        yield line


def _read_header(line: bytes) -> Header:
    check_limits(line, None)
    try:
        header = _HEADER.decode(line)
    except (msgspec.DecodeError, ValueError) as error:
        raise FlawError(None, "the header is not one: {error}", error=str(error)) from error
    if canonical(header) != line:
        raise FlawError(None, "the header is not in canonical form")
    if header.format != FORMAT:
        raise FlawError(None, "the format is {format}, not {known}", format=ascii(header.format), known=FORMAT)
    if not (_is_game(header.game) and is_id(header.match) and is_id(header.rules)):
        raise FlawError(None, "the header does not name a game, a match and rules as they are named")
    return header


def _read_head(line: bytes, record: Record) -> Head:
    try:
        check_limits(line, None)
        head = _LAST.decode(line)
    except FlawError as flaw:
        record.broken = record.broken or flaw
        return Head("", "", 0, "")
    except (msgspec.DecodeError, ValueError) as error:
        if record.broken is None:
            record.broken = FlawError(None, "the last line is not a head: {error}", error=str(error))
        return Head("", "", 0, "")
    if canonical(head) != line and record.broken is None:
        record.broken = FlawError(None, "the head is not in canonical form")
    return head.head


def _read_event(record: Record, line: bytes, seq: int) -> None:
    if seq > MAX_EVENTS:
        raise FlawError(seq, "there are more than {limit} events", limit=MAX_EVENTS)
    check_limits(line, seq)
    try:
        entry = _ENTRY.decode(line)
        envelope, openings = entry.event, entry.openings
        secrets = opened_values(record, envelope, openings, seq) if openings else _NO_SECRETS
        payload, exact, unreadable = typed_payload(record.types, envelope, secrets)
        if canonical(entry) != line or not (exact or is_plain(envelope.public)):
            raise FlawError(seq, "the line is not in canonical form")
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FlawError(seq, "the line is not an event as the format has it: {error}", error=str(error)) from error
    if record.server_seed is not None:
        raise FlawError(seq, "the match was over before this event")
    check_envelope(record, envelope, seq)
    check_request(record, envelope.request, seq)
    if len(entry.digest) != 2 * len(GENESIS):
        raise FlawError(seq, "the line's digest is not what it must be")
    raw = line[BEFORE_EVENT:AFTER_EVENT] if not openings else canonical(envelope)
    digest = record.digest = link(record.digest, raw)
    if record.broken is None and (
        digest.hex() != entry.digest or envelope.seq != seq or envelope.match != record.header.match
    ):
        record.broken = broken_link(record, envelope, entry.digest, seq)
    exact = exact and not envelope.sealed
    record.add(Fact(envelope, raw, digest, payload, secrets, openings, exact, unreadable))
    if envelope.type in LIFECYCLE:
        _follow(record, record.facts[-1], seq)
    else:
        _follow_play(record, envelope.actor, seq)
    if (envelope.type not in LIFECYCLE or isinstance(payload, _OF_HISTORY)) and not may_play(record, envelope.request):
        raise FlawError(seq, "this stands before the start of the match")
    check_pools(record, envelope, seq)


def _follow_play(record: Record, actor: str, seq: int) -> None:
    if actor not in record.players:
        raise FlawError(seq, "the actor is {actor}", actor=ascii(actor))
    if record.started and actor != SERVER_ACTOR:
        record.note_move()


def _follow(record: Record, fact: Fact, seq: int) -> None:
    """Checks that a lifecycle event has exactly the fields of its type, and applies it."""
    if fact.payload is None:
        raise FlawError(seq, fact.unreadable)
    if not fact.exact:
        raise FlawError(seq, "{type} has fields that it must not have", type=fact.envelope.type)
    in_history = seq > 1 and is_fork(record) and fact.envelope.request == record.opening_request
    if in_history and not isinstance(fact.payload, _OF_HISTORY):
        raise FlawError(seq, "{type} is no part of a history", type=fact.envelope.type)
    if seq == 1:
        record.opening_request = fact.envelope.request
    elif fact.envelope.request == record.opening_request and not is_fork(record):
        raise FlawError(seq, "more follows from the opening than the match")
    follow(record, fact.payload, fact.envelope.actor, seq)


def _check_history(record: Record) -> None:
    if is_fork(record) and (len(record.facts) < _WITH_HISTORY or not _in_history(record.facts[1], record)):
        raise FlawError(1, "the fork has no history")


def _in_history(fact: Fact, record: Record) -> bool:
    return fact.envelope.request == record.opening_request
