"""Level 3 of fair play: which command an event of it follows from, and what time a move must show."""

from typing import Final

import msgspec

from clio.kernel.events.fair_play import (
    Abandoned,
    Consented,
    FairPlayEvent,
    Lapsed,
    Paused,
    Resumed,
    TimeAdded,
    TimeCredited,
    TimedOut,
)
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, EventBuilder, drop_out
from clio.kernel.match.timekeeping import refusal_of_time, time_left
from clio.kernel.moment import microseconds
from clio.kernel.record_format.record import Record
from clio.kernel.rejection import Rejection
from clio.verify.record_files import TYPES

_MEASURED: Final = frozenset({Abandoned, Consented, Paused, Resumed, TimeAdded, TimeCredited, TimedOut})


def measures_time(record: Record) -> bool:
    """Whether the clocks of a record have to be followed from event to event: there is a clock, or silence counts."""
    if record.opened is not None and record.opened.clock is not msgspec.UNSET:
        return True
    return any(type(fact.payload) in _MEASURED for fact in record.facts)


def allowance(match: Match, seat: int, at: str) -> int | msgspec.UnsetType | Rejection:
    """The time that a move of the seat must show, or why it cannot move at that time."""
    if match.status != "playing":
        return msgspec.UNSET
    now = microseconds(at)
    return refusal_of_time(match, seat, now) or time_left(match, seat, now)


def command_of(payload: FairPlayEvent) -> commands.Command | None:
    """The command that an event follows from, as the first of its request; None for one that is never the first."""
    match payload:
        case Lapsed():
            return commands.Lapse()
        case TimedOut(seat=seat):
            return commands.Flag(seat)
        case Abandoned(seat=seat, by=by):
            return commands.ClaimAbandoned(seat, None if by is msgspec.UNSET else by)
        case Consented(seat=seat, to=to, reason=reason):
            return commands.Consent(seat, to, reason)
        case Paused(reason=reason):
            return commands.Direct("pause", reason)
        case Resumed(reason=reason):
            return commands.Direct("resume", reason)
        case TimeAdded(seat=seat, milliseconds=milliseconds, reason=reason):
            return commands.AddTime(seat, milliseconds, reason)
        case TimeCredited(milliseconds=milliseconds):
            return commands.Credit(milliseconds)
        case _:
            return None


def of_history(match: Match, actor: str, payload: TimedOut | Abandoned) -> Decision:
    """What follows in a fork's history from a seat that ran out of time, or was abandoned, in the origin."""
    draft = EventBuilder(
        types=TYPES,
        match_id=match.id,
        seq=match.seq,
        digest=match.digest,
        salt_key=match.salt_key,
        request="",
        at=match.updated_at,
    )
    draft.add(actor, payload)
    rule = "CLIO-TIME" if isinstance(payload, TimedOut) else "CLIO-ABANDON"
    return drop_out(match, payload.seat, "server", rule, draft)
