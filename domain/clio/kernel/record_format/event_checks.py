"""Checks of one event of a record: limits, envelope, request, pools and link to the chain."""

import re
from typing import Final

import msgspec

from clio.kernel.events.lifecycle import LIFECYCLE_EVENTS
from clio.kernel.events.match_event import Envelope
from clio.kernel.integrity.canonical import canonical
from clio.kernel.limits import MAX_LINE_BYTES, is_impossible_pool
from clio.kernel.record_format.lifecycle_checks import is_digest, is_id
from clio.kernel.record_format.record import FlawError, Record
from clio.kernel.record_format.timestamps import is_time
from clio.kernel.record_format.value_limits import excess

_is_type: Final = re.compile(r"[a-z][a-z0-9_]*\.[A-Z][A-Za-z0-9]*").fullmatch
_SHARED: Final = "match."
LIFECYCLE: Final = frozenset(f"{_SHARED}{cls.__name__}" for cls in LIFECYCLE_EVENTS)


def _no_float(text: str) -> float:
    raise ValueError(f"{text[:40]} is not an integer")


PLAIN: Final = msgspec.json.Decoder(float_hook=_no_float)


def check_limits(line: bytes, seq: int | None) -> None:
    """Rejects a line that is too long, too large or too deep before it is decoded."""
    if len(line) > MAX_LINE_BYTES:
        raise FlawError(seq, "the line has more than {limit} bytes", limit=MAX_LINE_BYTES)
    try:
        why = excess(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FlawError(seq, "the line is not JSON as the format has it: {error}", error=str(error)) from error
    if why:
        raise FlawError(seq, why)


def check_request(record: Record, request: str, seq: int) -> None:
    """Checks that the events of one request stand side by side."""
    if request == record.last_request:
        return
    if not is_id(request):
        raise FlawError(seq, "the request is {request}", request=ascii(request[:80]))
    if request in record.requests:
        raise FlawError(seq, "the events of one request do not stand side by side")
    record.requests.add(request)
    record.last_request = request


def check_pools(record: Record, envelope: Envelope, seq: int) -> None:
    """Bounds the size of pools before anything expands them."""
    fields = record.types.pools.get(envelope.type) or record.own_pools.get(envelope.type)
    if fields is None:
        return
    public = PLAIN.decode(envelope.public)
    for field in fields:
        if field in (envelope.sealed or ()):
            raise FlawError(seq, "the pool {field} is sealed", field=field)
        pool = public.get(field)
        if isinstance(pool, dict) and is_impossible_pool(
            {key: count for key, count in pool.items() if type(count) is int}
        ):
            raise FlawError(seq, "the pool {field} cannot be", field=field)


def is_plain(public: msgspec.Raw) -> bool:
    """Whether these are the canonical bytes of an object."""
    value = PLAIN.decode(public)
    return isinstance(value, dict) and canonical(value) == bytes(public)


def check_envelope(record: Record, envelope: Envelope, seq: int) -> None:
    """Checks time, schema, type and commitments."""
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
    if kind.startswith(_SHARED) and kind not in LIFECYCLE:
        raise FlawError(seq, "{kind} is none of the events that all games share", kind=ascii(kind[:80]))
    if seq == 1 and kind != "match.Opened":
        raise FlawError(seq, "the first event is {kind}, not match.Opened", kind=ascii(kind))
    if envelope.sealed is not msgspec.UNSET and (
        not envelope.sealed or not all(map(is_digest, envelope.sealed.values()))
    ):
        raise FlawError(seq, "what is sealed is not an object of commitments")
    if envelope.sealed and not envelope.sealed.keys().isdisjoint(PLAIN.decode(envelope.public)):
        raise FlawError(seq, "a field is both sealed and public")


def broken_link(record: Record, envelope: Envelope, digest: str, seq: int) -> FlawError | None:
    """Why an event does not continue the chain; None if it does."""
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
