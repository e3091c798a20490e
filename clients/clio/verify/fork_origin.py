"""Compares a fork's history with the record of its origin."""

import msgspec

from clio.kernel.events.lifecycle import Opened, Started
from clio.kernel.events.match_event import Payload
from clio.kernel.game import GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.match.forking import TAKEN_OVER, without_clock
from clio.kernel.message import NO_MESSAGE, Message, message
from clio.kernel.record_format.record import Fact, Record
from clio.verify.integrity import integrity
from clio.verify.verdicts import Level


def provenance(fork: Record, origin: Record) -> Level:
    """Whether the fork's history is that of its origin's record, which must pass level 1."""
    named = fork.opened.forked_from if fork.opened else None
    if not fork.opened or not named:
        return Level("pass", None, Message("the match is not a fork"))
    if why := _wrong_origin(fork.opened, origin):
        return Level("fail", 1, why)
    due = [fact for fact in origin.facts[: named.seq] if _is_taken_over(fact)]
    history = [fact for fact in fork.facts[1:] if fact.envelope.request == fork.opening_request]
    for fact, source in zip(history, due, strict=False):
        if not _same(fact, source):
            return Level(
                "fail", fact.envelope.seq, message("this is not event {seq} of the origin", seq=source.envelope.seq)
            )
    if len(history) != len(due):
        return Level(
            "fail",
            len(history) + 1,
            message("the history has {count} events, that of the origin {due}", count=len(history), due=len(due)),
        )
    if closed := next((fact for pair in zip(history, due, strict=True) for fact in pair if _is_closed(fact)), None):
        return Level("pending", closed.envelope.seq, Message("a sealed field is not open yet"))
    return Level("pass")


def _wrong_origin(opened: Opened, origin: Record) -> Message:
    """Why a record is not the origin that a fork names; empty if it is."""
    named, source, facts = opened.forked_from, origin.opened, origin.facts
    if not named or source is None or integrity(origin).verdict != "pass":
        return Message("the record of the origin does not hold")
    if named.match != origin.header.match:
        return message(
            "the origin is match {match}, the record given is of {given}",
            match=ascii(named.match),
            given=ascii(origin.header.match),
        )
    if named.seq > len(facts) or facts[named.seq - 1].digest.hex() != named.digest:
        return message("the origin has another history up to event {seq}", seq=named.seq)
    if named.seq < len(facts) and facts[named.seq].envelope.request == facts[named.seq - 1].envelope.request:
        return message("event {seq} of the origin does not end a request", seq=named.seq)
    if not any(isinstance(fact.payload, Started) for fact in facts[: named.seq]):
        return message("the origin has not started at event {seq}", seq=named.seq)
    if (opened.game, opened.options, opened.seats, opened.data, opened.draws) != (
        source.game,
        source.options,
        source.seats,
        source.data,
        source.draws,
    ):
        return Message("the origin has another game, other options, seats, data or draws")
    return NO_MESSAGE


def _is_taken_over(fact: Fact) -> bool:
    return isinstance(fact.payload, TAKEN_OVER) or fact.payload is None


def _is_closed(fact: Fact) -> bool:
    return len(fact.secrets) < len(fact.envelope.sealed or ())


def _same(fact: Fact, source: Fact) -> bool:
    """Whether two events are equal in the fields that are open in both."""
    first, second = fact.envelope, source.envelope
    if (first.type, first.actor, set(first.sealed or ())) != (second.type, second.actor, set(second.sealed or ())):
        return False
    shared = fact.secrets.keys() & source.secrets.keys()
    if any(bytes(fact.secrets[field]) != bytes(source.secrets[field]) for field in shared):
        return False
    if first.schema != second.schema and fact.payload is not None:
        # An older form of the origin's event was read as the latest one.
        return fact.payload == source.payload
    if isinstance(source.payload, GameEvent) and source.payload.clock is not msgspec.UNSET:
        return fact.public == canonical(_public(without_clock(source.payload), source))
    return fact.public == source.public


def _public(payload: Payload, source: Fact) -> Payload:
    """The payload without the fields that the event seals."""
    return msgspec.structs.replace(payload, **dict.fromkeys(source.envelope.sealed or (), msgspec.UNSET))
