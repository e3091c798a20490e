"""Texts about time: clocks, pauses, consents."""

from collections.abc import Iterable, Iterator
from typing import Final

from google.protobuf.duration_pb2 import Duration

from clio.cli.i18n.translate import filled, t
from clio.cli.text.match_text import names_of, turn_in_words
from clio.cli.text.message_text import Names, seat_name
from clio.v1.fair_play_pb2 import Agreement, SeatClock
from clio.v1.match_pb2 import Match, MatchStatus

_DAY: Final = 86_400
_HOUR: Final = 3_600
_TENTHS_BELOW: Final = 10
"""Seconds below which tenths are shown."""


def duration_in_words(duration: Duration) -> str:
    """Formats a duration as a chess clock does: 4:05, 1:02:03, 2d 03:00; tenths of a second when little is left."""
    seconds = duration.seconds
    if seconds < _TENTHS_BELOW:
        return f"0:0{seconds}.{duration.nanos // 100_000_000}"
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes, seconds = divmod(rest, 60)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clocks_in_words(clocks: Iterable[SeatClock], names: Names) -> str:
    """All clocks in one line; a star marks those that run."""
    return ", ".join(
        f"{seat_name(clock.seat, names)} {duration_in_words(clock.remaining)}{'*' if clock.running else ''}"
        for clock in clocks
    )


def fair_play_lines(match: Match) -> Iterator[str]:
    """What fair play has to say about a match, one line each."""
    state, names = match.fair_play, names_of(match)
    if state.settings.clock:
        yield filled("Clock: {clock}", clock=state.settings.clock)
    if state.clocks:
        yield filled("Time left: {clocks}", clocks=clocks_in_words(state.clocks, names))
    if state.due_seats:
        due = ", ".join(seat_name(seat, names) for seat in state.due_seats)
        yield filled("Not ready yet: {due}", due=due)
    if state.HasField("pause_time") and match.status == MatchStatus.MATCH_STATUS_PLAYING:
        yield filled("Paused: {reason}", reason=state.pause_reason)
    for consent in state.consents:
        who, what = seat_name(consent.seat, names), t(Agreement.Name(consent.to).removeprefix("AGREEMENT_").lower())
        yield filled("{who} agrees to {what}: {reason}", who=who, what=what, reason=consent.reason)


def agreement_in_words(match: Match) -> str:
    """What became of an agreement."""
    return "; ".join([turn_in_words(match), *fair_play_lines(match)])
