"""Checks the events of fair play in a record: readiness, time, pauses and consent, as far as no rules are needed."""

import re
from typing import Final

import msgspec

from clio.kernel.events.fair_play import (
    Abandoned,
    Consented,
    FairPlayEvent,
    Lapsed,
    Paused,
    Ready,
    Resumed,
    TimeAdded,
    TimeCredited,
    TimedOut,
)
from clio.kernel.events.lifecycle import Aborted, Joined, Opened
from clio.kernel.events.match_event import HOST_ACTOR, SERVER_ACTOR
from clio.kernel.integrity.chance import REVEALED_BYTES, entropy_commitment
from clio.kernel.limits import MAX_ADDED_MILLISECONDS, MAX_DURATION_SECONDS
from clio.kernel.moment import MILLISECOND, SECOND, microseconds
from clio.kernel.record_format.record import FlawError, Record
from clio.kernel.record_format.timestamps import is_time
from clio.kernel.time_control import parse_time_control

_is_digest: Final = re.compile(r"[0-9a-f]{64}").fullmatch
_is_revealed: Final = re.compile(rf"[0-9a-f]{{{2 * REVEALED_BYTES}}}").fullmatch


def check_settings(opened: Opened, at: str, seq: int) -> None:
    """Checks the fields of fair play in event 1."""
    for seconds in (opened.abandon_after, opened.ready_within):
        if seconds is not msgspec.UNSET and not 1 <= seconds <= MAX_DURATION_SECONDS:
            raise FlawError(seq, "a duration is {seconds} seconds", seconds=seconds)
    if opened.clock is not msgspec.UNSET and parse_time_control(opened.clock) is None:
        raise FlawError(seq, "the clock is {clock}", clock=ascii(opened.clock[:80]))
    if opened.open_until is not msgspec.UNSET and (not is_time(opened.open_until) or opened.open_until <= at):
        raise FlawError(seq, "the match is open until {until}", until=ascii(opened.open_until[:80]))
    if (opened.commit_reveal is True) != (opened.ready_within is not msgspec.UNSET):
        raise FlawError(seq, "readiness has a time limit where seats commit and reveal, and only there")
    if opened.commit_reveal is True and opened.seats == 1:
        raise FlawError(seq, "a match of one seat has no round of readiness")
    if opened.forked_from and not opened.clock is opened.commit_reveal is opened.open_until is msgspec.UNSET:
        raise FlawError(seq, "a fork has neither clock nor readiness nor expiry")


def check_commitment(record: Record, joined: Joined, seq: int) -> None:
    """A commitment stands in the place of the entropy where seats commit and reveal, and only there."""
    commits = record.opened is not None and record.opened.commit_reveal is True
    if commits and joined.entropy:
        raise FlawError(seq, "entropy is given openly in a match that takes commitments")
    if joined.commitment is not msgspec.UNSET and not (commits and _is_digest(joined.commitment)):
        raise FlawError(seq, "there is no such commitment to entropy")


def void_round(record: Record) -> None:
    """What was revealed in this round does not count; the seats are bound by their next commitments."""
    for seat in record.ready:
        record.commitments[seat] = record.ready[seat]
        record.entropies[seat] = b""
    record.ready.clear()
    record.round_at = ""


def follow_fair_play(  # noqa: C901, PLR0912 (a case for every type)
    record: Record, payload: FairPlayEvent, actor: str, seq: int
) -> str:
    """Applies an event of fair play; returns the actor that it must have, FlawError if it is not allowed there."""
    at = record.last_time
    match payload:
        case Ready():
            _get_ready(record, payload, seq)
            return f"seat:{payload.seat}"
        case Lapsed(seats=seats):
            _lapse(record, seats, at, seq)
        case TimedOut(seat=seat):
            _demand_clock(record, seq)
            drop(record, seat, seq)
        case Abandoned(seat=seat, by=by):
            return _abandon(record, seat, by, seq)
        case Consented(seat=seat, to=to):
            _demand_play(record, seq)
            _consent(record, to, seat, seq)
            return f"seat:{seat}"
        case Paused():
            if record.paused_at:
                raise FlawError(seq, "the match is paused before")
            _demand_agreement(record, "pause", actor, seq)
            record.paused_at = at
            record.consents.clear()
            return actor
        case Resumed():
            if not record.paused_at:
                raise FlawError(seq, "the match is not paused")
            _demand_agreement(record, "resume", actor, seq)
            record.paused_at = ""
            record.consents.clear()
            return actor
        case TimeAdded(seat=seat, milliseconds=milliseconds):
            _demand_clock(record, seq)
            _demand_playing(record, seat, seq)
            if not 1 <= milliseconds <= MAX_ADDED_MILLISECONDS or not _has_director(record):
                raise FlawError(seq, "nobody can add that time")
            return HOST_ACTOR
        case TimeCredited(milliseconds=milliseconds):
            _demand_clock(record, seq)
            passed = microseconds(at) - microseconds(record.facts[-2].envelope.at)
            if record.paused_at or not 1 <= milliseconds <= passed // MILLISECOND:
                raise FlawError(seq, "{milliseconds} milliseconds cannot be given back here", milliseconds=milliseconds)
    return SERVER_ACTOR


def end_of_abort(record: Record, aborted: Aborted, seq: int) -> str:
    """The actor that an abort must have; FlawError if its cause is not given."""
    opened = record.opened
    if aborted.cause is msgspec.UNSET:
        if record.moved and opened is not None and opened.roles is not msgspec.UNSET:
            raise FlawError(seq, "after the first move the host cannot abort the match")
        return HOST_ACTOR
    if aborted.cause == "expired":
        until = msgspec.UNSET if opened is None else opened.open_until
        if until is msgspec.UNSET or record.started or record.round_at or record.last_time < until:
            raise FlawError(seq, "the match cannot expire here")
        return SERVER_ACTOR
    actor = HOST_ACTOR if aborted.cause == "director" else SERVER_ACTOR
    _demand_agreement(record, "abort", actor, seq)
    return actor


def drop(record: Record, seat: int, seq: int) -> None:
    """Takes a seat out of the match, once."""
    if record.opened is None or not 0 <= seat < record.opened.seats:
        raise FlawError(seq, "there is no seat {seat}", seat=seat)
    if seat in record.resigned:
        raise FlawError(seq, "seat {seat} is out of the match before", seat=seat)
    record.resigned.add(seat)
    record.consents.clear()


def _get_ready(record: Record, ready: Ready, seq: int) -> None:
    seat = ready.seat
    due = record.commitments.get(seat, "")
    if not record.round_at or not due or seat in record.ready:
        raise FlawError(seq, "seat {seat} has nothing to reveal here", seat=seat)
    if not _is_revealed(ready.entropy) or not _is_digest(ready.next):
        raise FlawError(seq, "the entropy or the next commitment is not what it must be")
    entropy = bytes.fromhex(ready.entropy)
    if entropy_commitment(record.header.match, seat, entropy).hex() != due:
        raise FlawError(seq, "seat {seat} reveals other entropy than it is committed to", seat=seat)
    record.entropies[seat] = entropy
    record.ready[seat] = ready.next


def due_to_reveal(record: Record) -> tuple[int, ...]:
    """The seats of this round that have not revealed their entropy."""
    return tuple(sorted(seat for seat in record.names if record.commitments.get(seat) and seat not in record.ready))


def _lapse(record: Record, seats: tuple[int, ...], at: str, seq: int) -> None:
    within = record.opened.ready_within if record.opened else msgspec.UNSET
    if not record.round_at or within is msgspec.UNSET or seats != due_to_reveal(record):
        raise FlawError(seq, "these are not the seats that have to get ready")
    if microseconds(at) < microseconds(record.round_at) + within * SECOND:
        raise FlawError(seq, "the time to get ready is not over")
    void_round(record)
    for seat in seats:
        del record.names[seat], record.entropies[seat], record.commitments[seat]


def _abandon(record: Record, seat: int, by: int | msgspec.UnsetType, seq: int) -> str:
    in_history = not record.started
    drop(record, seat, seq)
    if not in_history and (record.opened is None or record.opened.abandon_after is msgspec.UNSET):
        raise FlawError(seq, "no seat can be abandoned in this match")
    if by is msgspec.UNSET:
        return HOST_ACTOR
    _demand_playing(record, by, seq)
    return f"seat:{by}"


def _consent(record: Record, to: str, seat: int, seq: int) -> None:
    is_paused = bool(record.paused_at)
    if (to == "pause" and is_paused) or (to == "resume" and not is_paused):
        raise FlawError(seq, "nobody can agree to {to} here", to=to)
    if record.opened is None or record.opened.roles is msgspec.UNSET:
        raise FlawError(seq, "the seats of this match agree to nothing")
    _demand_playing(record, seat, seq)
    if (to, seat) in record.consents:
        raise FlawError(seq, "seat {seat} has agreed to {to} before", seat=seat, to=to)
    record.consents.add((to, seat))


def _demand_play(record: Record, seq: int) -> None:
    if not record.started:
        raise FlawError(seq, "the match has not started")


def _demand_clock(record: Record, seq: int) -> None:
    """A fork's history may have flags of its origin, whose clock it does not have."""
    if record.started and (record.opened is None or record.opened.clock is msgspec.UNSET):
        raise FlawError(seq, "the match has no clock")


def _demand_playing(record: Record, seat: int, seq: int) -> None:
    if record.opened is None or not 0 <= seat < record.opened.seats or seat in record.resigned:
        raise FlawError(seq, "nobody plays at seat {seat}", seat=seat)


def _has_director(record: Record) -> bool:
    roles = record.opened.roles if record.opened else msgspec.UNSET
    return roles is not msgspec.UNSET and roles.director == "host"


def _demand_agreement(record: Record, to: str, actor: str, seq: int) -> None:
    """The director acts alone; else every seat that still plays has agreed, or a long pause is ended by one."""
    _demand_play(record, seq)
    if actor == HOST_ACTOR and _has_director(record):
        return
    opened = record.opened
    agreed = {seat for what, seat in record.consents if what == to}
    everybody = set(range(opened.seats if opened else 0)) - record.resigned
    after = opened.abandon_after if opened else msgspec.UNSET
    is_long = (
        to == "resume"
        and after is not msgspec.UNSET
        and microseconds(record.last_time) >= microseconds(record.paused_at) + after * SECOND
    )
    if actor != SERVER_ACTOR or not (agreed >= everybody or (is_long and agreed)):
        raise FlawError(seq, "not every seat has agreed to {to}", to=to)
