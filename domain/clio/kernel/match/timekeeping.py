"""Timekeeping: flags, abandoned seats, expiry, and time that the director or the server gives back."""

from typing import Final

import msgspec

from clio.kernel.events.fair_play import Abandoned, TimeAdded, TimeCredited, TimedOut
from clio.kernel.events.lifecycle import Aborted
from clio.kernel.events.match_event import HOST_ACTOR, SERVER_ACTOR
from clio.kernel.limits import MAX_ADDED_MILLISECONDS
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.agreement import checked_reason, refusal_to_direct
from clio.kernel.match.decision import Decision, EventBuilder, drop_out, not_playing
from clio.kernel.match.readiness import lapse_at
from clio.kernel.moment import MILLISECOND, SECOND, microseconds
from clio.kernel.rejection import Rejection

EXPIRED: Final = "Not all seats were taken in time."
_DAY_SECONDS: Final = 86_400


def refusal_of_time(match: Match, seat: int, at: int) -> Rejection | None:
    """Why a seat cannot move now: the match is paused, or its time has run out."""
    if match.paused_at:
        return Rejection("CLIO-PAUSED", "The match is paused.")
    clocks = match.clocks
    if clocks is not None and clocks.is_out(seat, at):
        return Rejection("CLIO-TIME", "Your time has run out.")
    return None


def time_left(match: Match, seat: int, at: int) -> int | msgspec.UnsetType:
    """The milliseconds that a move of the seat records; UNSET where the match has no clock."""
    clocks = match.clocks
    return msgspec.UNSET if clocks is None or clocks.control is None else clocks.left(seat, at)


def what_is_due(match: Match) -> commands.FairPlayCommand | Rejection:
    """What the clock will have recorded next, whether it is due yet or not."""
    due = next_due(match)
    if due is not None:
        return due[1]
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    return Rejection("CLIO-NO-CLOCK", "No clock runs in this match.")


def next_due(match: Match) -> tuple[int, commands.FairPlayCommand] | None:
    """The next moment at which the server itself has something to record, and what: a flag, a lapse, an expiry."""
    if match.status == "playing":
        clocks = match.clocks
        first = None if clocks is None else clocks.first_out()
        return None if first is None else (first[0], commands.Flag(first[1]))
    if (lapse := lapse_at(match)) is not None:
        return lapse, commands.Lapse()
    if match.status == "open" and match.opened.open_until is not msgspec.UNSET:
        return microseconds(match.opened.open_until), commands.Expire()
    return None


def flag(match: Match, seat: int, at: int, draft: EventBuilder) -> Decision | Rejection:
    """Takes a seat whose time has run out out of the match."""
    if refusal := not_playing(match):
        return refusal
    if not 0 <= seat < len(match.seats):
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    clocks = match.clocks
    if clocks is None or clocks.control is None:
        return Rejection("CLIO-NO-CLOCK", "The match has no clock.")
    if not clocks.is_out(seat, at):
        return Rejection(
            "CLIO-TIME-LEFT",
            "Seat {seat} has {seconds} seconds left.",
            {"seat": seat, "seconds": -(-clocks.left(seat, at) // 1000)},
        )
    draft.add(SERVER_ACTOR, TimedOut(seat))
    return drop_out(match, seat, SERVER_ACTOR, "CLIO-TIME", draft)


def claim_abandoned(
    match: Match, command: commands.ClaimAbandoned, at: int, draft: EventBuilder
) -> Decision | Rejection:
    """Takes a seat out of the match that was silent, in its turn, for ``abandon_after``."""
    if refusal := not_playing(match):
        return refusal
    seat, after, clocks = command.seat, match.opened.abandon_after, match.clocks
    if not 0 <= seat < len(match.seats):
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    if command.by == seat or command.by in match.out:
        return Rejection(
            "CLIO-ABANDON", "Only another seat that still plays, or the host, can claim an abandoned seat."
        )
    if after is msgspec.UNSET or clocks is None:
        return Rejection("CLIO-ABANDON", "This match has no rule for abandoned seats.")
    left = after * SECOND - clocks.silence(seat, at)
    if seat not in clocks.turn or clocks.paused or left > 0:
        return Rejection(
            "CLIO-ABANDON",
            "Seat {seat} has not been silent for {days} days of its turn.",
            {"seat": seat, "days": -(-after // _DAY_SECONDS)},
        )
    by, actor = (msgspec.UNSET, HOST_ACTOR) if command.by is None else (command.by, f"seat:{command.by}")
    draft.add(actor, Abandoned(seat, by))
    return drop_out(match, seat, SERVER_ACTOR, "CLIO-ABANDON", draft)


def expire(match: Match, at: int, draft: EventBuilder) -> Decision | Rejection:
    """Ends a match whose seats were not taken in time."""
    until = match.opened.open_until
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    if match.status != "open" or until is msgspec.UNSET or at < microseconds(until):
        return Rejection(
            "CLIO-OPEN-UNTIL", "The match is not due to expire: it has its players, or may still wait for them."
        )
    draft.add(SERVER_ACTOR, Aborted(EXPIRED, match.server_seed.hex(), "expired"))
    return Decision(tuple(draft.events), match.state)


def add_time(match: Match, command: commands.AddTime, draft: EventBuilder) -> Decision | Rejection:
    """Gives a seat more time, as the director."""
    if refusal := refusal_to_direct(match) or not_playing(match):
        return refusal
    clocks = match.clocks
    if clocks is None or clocks.control is None:
        return Rejection("CLIO-NO-CLOCK", "The match has no clock.")
    if command.seat not in match.remaining:
        return Rejection("CLIO-SEAT", "Nobody plays at seat {seat}.", {"seat": command.seat})
    if not 1 <= command.milliseconds <= MAX_ADDED_MILLISECONDS:
        return Rejection("CLIO-ADD-TIME", "A director can add at most {hours} hours at a time.", {"hours": 24})
    reason = checked_reason(command.reason)
    if isinstance(reason, Rejection):
        return reason
    draft.add(HOST_ACTOR, TimeAdded(command.milliseconds, reason, command.seat))
    return Decision(tuple(draft.events), match.state)


def credit(match: Match, milliseconds: int, at: int, draft: EventBuilder) -> Decision | Rejection:
    """Gives all running clocks time back; never more than has passed since the last event of the match."""
    if refusal := not_playing(match):
        return refusal
    clocks = match.clocks
    if clocks is None or clocks.control is None or clocks.paused:
        return Rejection("CLIO-NO-CLOCK", "The match has no running clock.")
    most = (at - microseconds(match.updated_at)) // MILLISECOND
    if not 1 <= milliseconds <= most:
        return Rejection("CLIO-CREDIT", "Only time that has passed since the last event can be given back.")
    draft.add(SERVER_ACTOR, TimeCredited(milliseconds))
    return Decision(tuple(draft.events), match.state)
