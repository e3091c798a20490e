"""Where a fork comes from, checked against the record of its origin."""

from clients.verify.verdicts import Level
from domain.kernel.game import GameEvent
from domain.kernel.lifecycle import Resigned
from domain.kernel.record import Fact, Record


def provenance(fork: Record, origin: Record) -> Level:
    """Whether the fork's history is that of the record given as its origin."""
    told = fork.opened.forked_from if fork.opened else None
    if not told:
        return Level("pass", None, "the match is not a fork")
    if told.match != origin.header.match:
        return Level("fail", 1, f"the origin is match {told.match!a}, the record given is of {origin.header.match!a}")
    if told.seq > len(origin.facts) or origin.facts[told.seq - 1].digest.hex() != told.digest:
        return Level("fail", 1, f"the origin has another history up to event {told.seq}")
    due = [fact for fact in origin.facts[: told.seq] if isinstance(fact.payload, GameEvent | Resigned)]
    request = fork.facts[0].envelope.request
    history = [fact for fact in fork.facts[1:] if fact.envelope.request == request]
    for fact, source in zip(history, due, strict=False):
        if not _same(fact, source):
            return Level("fail", fact.envelope.seq, f"this is not event {source.envelope.seq} of the origin")
    if len(history) != len(due):
        return Level("fail", len(history) + 1, f"the history has {len(history)} events, that of the origin {len(due)}")
    return Level("pass")


def _same(fact: Fact, source: Fact) -> bool:
    return (fact.envelope.type, fact.envelope.actor, fact.payload) == (
        source.envelope.type,
        source.envelope.actor,
        source.payload,
    )
