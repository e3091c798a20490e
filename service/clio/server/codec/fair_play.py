"""Fair play as messages: settings, clocks, readiness, consents."""

from collections.abc import Iterable
from typing import Final

import msgspec
from google.protobuf.duration_pb2 import Duration

from clio.kernel.events.fair_play import Agreement, Director
from clio.kernel.events.lifecycle import Opened
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import due_seats
from clio.kernel.match.fair_play import FairPlay
from clio.kernel.match.readiness import lapse_at
from clio.kernel.match.turn_clock import TurnClock
from clio.kernel.moment import microseconds, timestamp_of
from clio.server import errors
from clio.server.codec.timestamps import from_timestamp, to_timestamp
from clio.v1 import fair_play_pb2 as pb

_DIRECTORS: Final[dict[int, Director]] = {
    pb.DIRECTOR_UNSPECIFIED: "nobody",
    pb.DIRECTOR_NOBODY: "nobody",
    pb.DIRECTOR_HOST: "host",
}
_DIRECTOR_NUMBERS: Final[dict[str, pb.Director.ValueType]] = {"nobody": pb.DIRECTOR_NOBODY, "host": pb.DIRECTOR_HOST}
_AGREEMENTS: Final[dict[int, Agreement]] = {
    pb.AGREEMENT_ABORT: "abort",
    pb.AGREEMENT_PAUSE: "pause",
    pb.AGREEMENT_RESUME: "resume",
}
_AGREEMENT_NUMBERS: Final[dict[str, pb.Agreement.ValueType]] = {
    "abort": pb.AGREEMENT_ABORT,
    "pause": pb.AGREEMENT_PAUSE,
    "resume": pb.AGREEMENT_RESUME,
}
ABORT_CAUSES: Final[dict[str, pb.AbortCause.ValueType]] = {
    "": pb.ABORT_CAUSE_UNSPECIFIED,
    "consent": pb.ABORT_CAUSE_CONSENT,
    "director": pb.ABORT_CAUSE_DIRECTOR,
    "expired": pb.ABORT_CAUSE_EXPIRED,
}
_MILLISECONDS: Final = 1000
_NANOS: Final = 1_000_000


def to_duration(milliseconds: int) -> Duration:
    """Milliseconds as a message."""
    seconds, rest = divmod(milliseconds, _MILLISECONDS)
    return Duration(seconds=seconds, nanos=rest * _NANOS)


def from_duration(duration: Duration, unit: int) -> int:
    """A duration as a multiple of ``unit`` nanoseconds; refuses a fraction."""
    nanos = duration.seconds * 1_000_000_000 + duration.nanos
    if nanos % unit:
        raise errors.malformed("A duration is given in whole seconds, or whole milliseconds for a clock.")
    return nanos // unit


def from_settings(message: pb.FairPlaySettings) -> FairPlay:
    """The settings that a caller asks for."""
    if message.director not in _DIRECTORS:
        raise errors.malformed("There is no such director.")
    return FairPlay(
        clock=message.clock,
        commit_reveal=message.commit_reveal if message.HasField("commit_reveal") else True,
        ready_within=_seconds(message.ready_within) if message.HasField("ready_within") else None,
        abandon_after=_seconds(message.abandon_after) if message.HasField("abandon_after") else None,
        open_until=from_timestamp(message.expire_time) if message.HasField("expire_time") else None,
        director=_DIRECTORS[message.director],
    )


def _seconds(duration: Duration) -> int:
    return from_duration(duration, 1_000_000_000)


def from_agreement(number: int) -> Agreement:
    """What a caller agrees to."""
    if number not in _AGREEMENTS:
        raise errors.malformed("Say what to agree to: abort, pause or resume.")
    return _AGREEMENTS[number]


def to_settings(opened: Opened) -> pb.FairPlaySettings:
    """What a match was opened with."""
    message = pb.FairPlaySettings(clock=opened.clock or "")
    if opened.commit_reveal is not msgspec.UNSET:
        message.commit_reveal = opened.commit_reveal
    if opened.ready_within is not msgspec.UNSET:
        message.ready_within.seconds = opened.ready_within
    if opened.abandon_after is not msgspec.UNSET:
        message.abandon_after.seconds = opened.abandon_after
    if opened.open_until is not msgspec.UNSET:
        message.expire_time.CopyFrom(to_timestamp(opened.open_until))
    if opened.roles is not msgspec.UNSET:
        message.director = _DIRECTOR_NUMBERS[opened.roles.director]
    return message


def to_clocks(clocks: TurnClock | None, at: int) -> Iterable[pb.SeatClock]:
    """The clocks of all seats at a moment; none without a time control."""
    if clocks is None or clocks.control is None:
        return
    for seat in range(len(clocks.remaining)):
        deadline = clocks.deadline(seat)
        message = pb.SeatClock(seat=seat, remaining=to_duration(clocks.left(seat, at)), running=deadline is not None)
        if deadline is not None:
            message.flag_time.CopyFrom(to_timestamp(timestamp_of(deadline)))
        yield message


def to_fair_play(match: Match) -> pb.FairPlay:
    """The state of a match."""
    message = pb.FairPlay(
        due_seats=due_seats(match) if match.status == "readying" else (),
        pause_reason=match.pause_reason,
        consents=[
            pb.SeatConsent(seat=seat, to=_AGREEMENT_NUMBERS[to], reason=reason)
            for (to, seat), reason in sorted(match.consents.items())
        ],
        timed_out_seats=sorted(match.timed_out),
        abandoned_seats=sorted(match.abandoned),
        abort_cause=ABORT_CAUSES[match.abort_cause],
        void_rounds=match.void_rounds,
    )
    if match.opened.roles is not msgspec.UNSET:
        message.settings.CopyFrom(to_settings(match.opened))
    if match.status == "playing":
        message.clocks.extend(to_clocks(match.clocks, microseconds(match.updated_at)))
    if (lapse := lapse_at(match)) is not None:
        message.lapse_time.CopyFrom(to_timestamp(timestamp_of(lapse)))
    if match.paused_at:
        message.pause_time.CopyFrom(to_timestamp(match.paused_at))
    return message
