"""Reads a match record line by line and makes all checks of level 1 except the signature's."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.fair_play import Abandoned, TimedOut
from clio.kernel.events.lifecycle import LIFECYCLE_EVENTS, Resigned
from clio.kernel.events.match_event import SERVER_ACTOR, Envelope, Payload
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import FORMAT, GENESIS, link
from clio.kernel.integrity.commitments import commitment
from clio.kernel.limits import MAX_COMMAS, MAX_EVENTS, MAX_LINE_BYTES, is_impossible_pool
from clio.kernel.message import NO_MESSAGE, Message, message
from clio.kernel.record_format.fast_path_reader import AFTER_EVENT, BEFORE_EVENT, after_fast_path_lines
from clio.kernel.record_format.lifecycle_checks import follow, is_digest, is_fork, is_id, may_play
from clio.kernel.record_format.record import Fact, FlawError, Head, Header, Opening, Record
from clio.kernel.record_format.timestamps import is_time
from clio.kernel.record_format.value_limits import excess

_NO_SECRETS: Final[dict[str, msgspec.Raw]] = {}
_is_game: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_is_type: Final = re.compile(r"[a-z][a-z0-9_]*\.[A-Z][A-Za-z0-9]*").fullmatch
_SHARED: Final = "match."
_LIFECYCLE: Final = frozenset(f"{_SHARED}{cls.__name__}" for cls in LIFECYCLE_EVENTS)
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


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not an integer")


_PLAIN: Final = msgspec.json.Decoder(float_hook=_no_float)
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
    _check_limits(line, None)
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
        _check_limits(line, None)
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


def _check_limits(line: bytes, seq: int | None) -> None:
    """Rejects a line that is too long, too large or too deep before it is decoded."""
    if len(line) > MAX_LINE_BYTES:
        raise FlawError(seq, "the line has more than {limit} bytes", limit=MAX_LINE_BYTES)
    try:
        why = excess(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FlawError(seq, "the line is not JSON as the format has it: {error}", error=str(error)) from error
    if why:
        raise FlawError(seq, why)


def _read_event(record: Record, line: bytes, seq: int) -> None:
    if seq > MAX_EVENTS:
        raise FlawError(seq, "there are more than {limit} events", limit=MAX_EVENTS)
    _check_limits(line, seq)
    try:
        entry = _ENTRY.decode(line)
        envelope, openings = entry.event, entry.openings
        secrets = _open(record, envelope, openings, seq) if openings else _NO_SECRETS
        payload, exact, unreadable = _payload(record.types, envelope, secrets)
        if canonical(entry) != line or not (exact or _is_plain(envelope.public)):
            raise FlawError(seq, "the line is not in canonical form")
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FlawError(seq, "the line is not an event as the format has it: {error}", error=str(error)) from error
    if record.server_seed is not None:
        raise FlawError(seq, "the match was over before this event")
    _check_envelope(record, envelope, seq)
    _check_request(record, envelope.request, seq)
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
        _follow(record, record.facts[-1], seq)
    else:
        _follow_play(record, envelope.actor, seq)
    if (envelope.type not in _LIFECYCLE or isinstance(payload, _OF_HISTORY)) and not may_play(record, envelope.request):
        raise FlawError(seq, "this stands before the start of the match")
    _check_pools(record, envelope, seq)


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


def _check_request(record: Record, request: str, seq: int) -> None:
    if request == record.last_request:
        return
    if not is_id(request):
        raise FlawError(seq, "the request is {request}", request=ascii(request[:80]))
    if request in record.requests:
        raise FlawError(seq, "the events of one request do not stand side by side")
    record.requests.add(request)
    record.last_request = request


def _check_history(record: Record) -> None:
    if is_fork(record) and (len(record.facts) < _WITH_HISTORY or not _in_history(record.facts[1], record)):
        raise FlawError(1, "the fork has no history")


def _in_history(fact: Fact, record: Record) -> bool:
    return fact.envelope.request == record.opening_request


def _check_pools(record: Record, envelope: Envelope, seq: int) -> None:
    """Bounds the size of pools before anything expands them."""
    fields = record.types.pools.get(envelope.type) or record.own_pools.get(envelope.type)
    if fields is None:
        return
    public = _PLAIN.decode(envelope.public)
    for field in fields:
        if field in (envelope.sealed or ()):
            raise FlawError(seq, "the pool {field} is sealed", field=field)
        pool = public.get(field)
        if isinstance(pool, dict) and is_impossible_pool(
            {key: count for key, count in pool.items() if type(count) is int}
        ):
            raise FlawError(seq, "the pool {field} cannot be", field=field)


def _is_plain(public: msgspec.Raw) -> bool:
    """Whether these are the canonical bytes of an object."""
    value = _PLAIN.decode(public)
    return isinstance(value, dict) and canonical(value) == bytes(public)


def _check_envelope(record: Record, envelope: Envelope, seq: int) -> None:
    if envelope.at != record.last_time:
        if not is_time(envelope.at):
            raise FlawError(seq, "the time is {at}", at=ascii(envelope.at[:80]))
        if envelope.at < record.last_time:
            record.excuse(seq, "the time is {at}, before that of the event before", at=envelope.at)
        record.last_time = envelope.at
    if envelope.schema < 1:
        raise FlawError(seq, "the schema is {schema}", schema=envelope.schema)
    kind = envelope.type
    if not _is_type(kind) or kind.partition(".")[0] not in ("match", record.header.game):
        raise FlawError(seq, "{kind} is no type of event of this game", kind=ascii(kind[:80]))
    if kind.startswith(_SHARED) and kind not in _LIFECYCLE:
        raise FlawError(seq, "{kind} is none of the events that all games share", kind=ascii(kind[:80]))
    if seq == 1 and kind != "match.Opened":
        raise FlawError(seq, "the first event is {kind}, not match.Opened", kind=ascii(kind))
    if envelope.sealed is not msgspec.UNSET and (
        not envelope.sealed or not all(map(is_digest, envelope.sealed.values()))
    ):
        raise FlawError(seq, "what is sealed is not an object of commitments")
    if envelope.sealed and not envelope.sealed.keys().isdisjoint(_PLAIN.decode(envelope.public)):
        raise FlawError(seq, "a field is both sealed and public")


def _broken_link(record: Record, envelope: Envelope, digest: str, seq: int) -> FlawError | None:
    if envelope.seq != seq:
        return FlawError(seq, "event {seq} is expected here, found is {found}", seq=seq, found=envelope.seq)
    if envelope.match != record.header.match:
        return FlawError(
            seq, "the event is of match {match}, not {due}", match=ascii(envelope.match), due=ascii(record.header.match)
        )
    if record.digest.hex() != digest:
        return FlawError(
            seq,
            "the chain's digest is {digest}, the line says {recorded}",
            digest=record.digest.hex(),
            recorded=ascii(digest),
        )
    return None


def _open(record: Record, envelope: Envelope, openings: list[Opening], seq: int) -> dict[str, msgspec.Raw]:
    sealed = envelope.sealed or {}
    secrets: dict[str, msgspec.Raw] = {}
    for opening in openings:
        if not is_digest(opening.salt):
            raise FlawError(seq, "an opening's salt is not what it must be")
        if canonical(_PLAIN.decode(opening.value)) != bytes(opening.value):
            raise FlawError(seq, "an opening's value is not in canonical form")
        flaw = NO_MESSAGE
        if opening.seq != seq or opening.field not in sealed:
            flaw = message(
                "an opening of event {seq}, {field}, opens nothing here", seq=opening.seq, field=ascii(opening.field)
            )
        elif opening.field in secrets:
            flaw = message("{field} is opened twice", field=ascii(opening.field))
        elif commitment(bytes.fromhex(opening.salt), seq, opening.field, opening.value).hex() != sealed[opening.field]:
            flaw = message("the opening of {field} is not what was committed to", field=ascii(opening.field))
        if flaw and record.broken is None:
            record.broken = FlawError(seq, flaw)
        secrets[opening.field] = opening.value
    if list(secrets) != sorted(secrets) and record.broken is None:
        record.broken = FlawError(seq, "the openings are not sorted by field")
    return secrets


def _payload(
    types: EventTypes, envelope: Envelope, secrets: dict[str, msgspec.Raw]
) -> tuple[Payload | None, bool, Message]:
    """The typed fact, whether it encodes to the bytes of the file, and why it is None if it is."""
    try:
        if not secrets and (read := types.direct.get((envelope.type, envelope.schema))) is not None:
            payload = read(envelope.public)
            return payload, canonical(payload) == bytes(envelope.public), NO_MESSAGE
        if envelope.type not in types.classes:
            return None, False, message("{type} is no event that is known here", type=ascii(envelope.type))
        payload = types.decode(envelope.type, envelope.public, secrets, envelope.schema)
    except (msgspec.DecodeError, ValueError) as error:
        return None, False, message("this is no {type}: {error}", type=envelope.type, error=str(error))
    return payload, not secrets and canonical(payload) == bytes(envelope.public), NO_MESSAGE
