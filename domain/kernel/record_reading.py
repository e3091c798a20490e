"""Reads a match record line by line, with everything that level 1 asks but the signature."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from domain.kernel.canonical import canonical
from domain.kernel.chain import FORMAT, GENESIS, link
from domain.kernel.event_types import EventTypes
from domain.kernel.lifecycle import LIFECYCLE_EVENTS
from domain.kernel.line_limits import within_limits
from domain.kernel.match_event import Envelope, Payload
from domain.kernel.record import Fact, FlawError, Head, Header, Opening, Record
from domain.kernel.record_course import follow, is_digest
from domain.kernel.sealing import commitment
from domain.kernel.usual_reading import AFTER_EVENT, BEFORE_EVENT, after_usual_lines, is_time

_NO_SECRETS: Final[dict[str, msgspec.Raw]] = {}
_is_type: Final = re.compile(r"[a-z][a-z0-9_]*\.[A-Z][A-Za-z0-9]*").fullmatch
_LIFECYCLE: Final = frozenset(f"match.{cls.__name__}" for cls in LIFECYCLE_EVENTS)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    digest: str
    event: Envelope
    openings: list[Opening]


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    head: Head


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not an integer")


_PLAIN: Final = msgspec.json.Decoder(float_hook=_no_float)
_HEADER: Final = msgspec.json.Decoder(Header)
_ENTRY: Final = msgspec.json.Decoder(_Entry)
_LAST: Final = msgspec.json.Decoder(_Last)


def read_lines(lines: Iterable[bytes], types: EventTypes) -> Record:
    """The record that lines without their ends make; FlawError where they make none."""
    stream = within_limits(lines)
    first = next(stream, None)
    record = None if first is None else Record(_read_header(first), types)
    line, following = next(stream, None), next(stream, None)
    if record is None or line is None or following is None:
        raise FlawError(None, "a record has a header, at least one event and a head")
    while following is not None:
        _read_event(record, line, len(record.facts) + 1)
        line, following = after_usual_lines(record, following, stream)
    record.head = _read_head(line, record)
    return record


def _read_header(line: bytes) -> Header:
    try:
        header = _HEADER.decode(line)
    except (msgspec.DecodeError, ValueError) as error:
        raise FlawError(None, f"the header is not one: {error}") from error
    if canonical(header) != line:
        raise FlawError(None, "the header is not in canonical form")
    if header.format != FORMAT:
        raise FlawError(None, f"the format is {header.format!a}, not {FORMAT}")
    return header


def _read_head(line: bytes, record: Record) -> Head:
    try:
        head = _LAST.decode(line)
    except (msgspec.DecodeError, ValueError) as error:
        if record.broken is None:
            record.broken = FlawError(None, f"the last line is not a head: {error}")
        return Head("", "", 0, "")
    if canonical(head) != line and record.broken is None:
        record.broken = FlawError(None, "the head is not in canonical form")
    return head.head


def _read_event(record: Record, line: bytes, seq: int) -> None:
    try:
        entry = _ENTRY.decode(line)
        envelope, openings = entry.event, entry.openings
        secrets = _open(record, envelope, openings, seq) if openings else _NO_SECRETS
        payload, exact, unreadable = _payload(record.types, envelope, secrets)
        if canonical(entry) != line or not (exact or _is_plain(envelope.public)):
            raise FlawError(seq, "the line is not in canonical form")
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FlawError(seq, f"the line is not an event as the format has it: {error}") from error
    if record.server_seed is not None:
        raise FlawError(seq, "the match was over before this event")
    _check_envelope(record, envelope, seq)
    if len(entry.digest) != 2 * len(GENESIS):
        raise FlawError(seq, "the line's digest is not what it must be")
    raw = line[BEFORE_EVENT:AFTER_EVENT] if not openings else canonical(envelope)
    digest = record.digest = link(record.digest, raw)
    if record.broken is None and (
        digest.hex() != entry.digest or envelope.seq != seq or envelope.match != record.header.match
    ):
        record.broken = _broken_link(record, envelope, entry.digest, seq)
    exact = exact and not envelope.sealed
    record.add(Fact(envelope, raw, digest, payload, secrets, openings, exact, unreadable))
    if envelope.type in _LIFECYCLE:
        if payload is None:
            raise FlawError(seq, unreadable)
        follow(record, payload, seq)
    if envelope.actor not in record.actors:
        raise FlawError(seq, f"the actor is {envelope.actor!a}")


def _is_plain(public: msgspec.Raw) -> bool:
    """Whether these are the canonical bytes of an object."""
    value = _PLAIN.decode(public)
    return isinstance(value, dict) and canonical(value) == bytes(public)


def _check_envelope(record: Record, envelope: Envelope, seq: int) -> None:
    if envelope.at != record.last_time:
        if not is_time(envelope.at):
            raise FlawError(seq, f"the time is {envelope.at!a}")
        record.last_time = envelope.at
    if envelope.schema < 1:
        raise FlawError(seq, f"the schema is {envelope.schema}")
    kind = envelope.type
    if not _is_type(kind) or kind.partition(".")[0] not in ("match", record.header.game):
        raise FlawError(seq, f"{kind!a} is no type of event of this game")
    if seq == 1 and kind != "match.Opened":
        raise FlawError(seq, f"the first event is {kind!a}, not match.Opened")
    if envelope.sealed is not msgspec.UNSET and (
        not envelope.sealed or not all(map(is_digest, envelope.sealed.values()))
    ):
        raise FlawError(seq, "what is sealed is not an object of commitments")


def _broken_link(record: Record, envelope: Envelope, digest: str, seq: int) -> FlawError | None:
    if envelope.seq != seq:
        return FlawError(seq, f"event {seq} is expected here, found is {envelope.seq}")
    if envelope.match != record.header.match:
        return FlawError(seq, f"the event is of match {envelope.match!a}, not {record.header.match!a}")
    if record.digest.hex() != digest:
        return FlawError(seq, f"the chain's digest is {record.digest.hex()}, the line says {digest!a}")
    return None


def _open(record: Record, envelope: Envelope, openings: list[Opening], seq: int) -> dict[str, msgspec.Raw]:
    sealed = envelope.sealed or {}
    secrets: dict[str, msgspec.Raw] = {}
    for opening in openings:
        if not is_digest(opening.salt):
            raise FlawError(seq, "an opening's salt is not what it must be")
        if canonical(_PLAIN.decode(opening.value)) != bytes(opening.value):
            raise FlawError(seq, "an opening's value is not in canonical form")
        flaw = ""
        if opening.seq != seq or opening.field not in sealed:
            flaw = f"an opening of event {opening.seq}, {opening.field!a}, opens nothing here"
        elif opening.field in secrets:
            flaw = f"{opening.field!a} is opened twice"
        elif commitment(bytes.fromhex(opening.salt), seq, opening.field, opening.value).hex() != sealed[opening.field]:
            flaw = f"the opening of {opening.field!a} is not what was committed to"
        if flaw and record.broken is None:
            record.broken = FlawError(seq, flaw)
        secrets[opening.field] = opening.value
    if list(secrets) != sorted(secrets) and record.broken is None:
        record.broken = FlawError(seq, "the openings are not sorted by field")
    return secrets


def _payload(
    types: EventTypes, envelope: Envelope, secrets: dict[str, msgspec.Raw]
) -> tuple[Payload | None, bool, str]:
    """The typed fact, whether it has exactly the bytes of the file, and else why there is none."""
    try:
        if not secrets and (read := types.direct.get((envelope.type, envelope.schema))) is not None:
            payload = read(envelope.public)
            return payload, canonical(payload) == bytes(envelope.public), ""
        if envelope.type not in types.classes:
            return None, False, f"{envelope.type!a} is no event that is known here"
        payload = types.decode(envelope.type, envelope.public, secrets, envelope.schema)
    except (msgspec.DecodeError, ValueError) as error:
        return None, False, f"this is no {envelope.type}: {error}"
    return payload, not secrets and canonical(payload) == bytes(envelope.public), ""
