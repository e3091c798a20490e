"""The time that players used, computed from the times of the events."""

from datetime import UTC, datetime, timedelta

from google.protobuf.duration_pb2 import Duration

from clio.cli.i18n.translate import filled
from clio.cli.text.clock_text import duration_in_words
from clio.cli.text.message_text import Names, seat_name
from clio.v1.event_pb2 import Event


class TimeUsed:
    """Adds up what every seat used for its moves; events are added in their order.

    A move takes from the last event of the move before it, or the start, to its own; pauses and time that the server
    gave back do not count.
    """

    def __init__(self) -> None:
        self.by_seat: dict[int, timedelta] = {}
        self._since: datetime | None = None
        self._paused: datetime | None = None
        self._clocked = False

    def add(self, event: Event) -> timedelta | None:
        """The time that a move took, in a match with a clock; None for events that are no move."""
        at = event.event_time.ToDatetime(UTC)
        match event.WhichOneof("payload"):
            case "opened":
                self._clocked = bool(event.opened.clock)
            case "paused":
                self._paused = at
            case "resumed" if self._paused is not None and self._since is not None:
                self._since += at - self._paused
                self._paused = None
            case "time_credited" if self._since is not None:
                self._since += timedelta(milliseconds=event.time_credited.milliseconds)
            case "started":
                self._since = at
            case _ if not event.type.startswith("match."):
                return self._move(event, at)
        return None

    def in_words(self, names: Names) -> str:
        """A line with the time of every seat; empty where nobody used as much as a second."""
        if all(time < timedelta(seconds=1) for time in self.by_seat.values()):
            return ""
        used = ", ".join(
            f"{names.get(seat) or seat_name(seat, names)} {time_in_words(time)}"
            for seat, time in sorted(self.by_seat.items())
        )
        return filled("Time used: {used}", used=used)

    def _move(self, event: Event, at: datetime) -> timedelta | None:
        since, self._since = self._since, at
        kind, _, seat = event.actor.partition(":")
        if not event.move or kind != "seat" or since is None:
            return None
        took = max(at - since, timedelta())
        self.by_seat[int(seat)] = self.by_seat.get(int(seat), timedelta()) + took
        return took if self._clocked else None


def used_until(events: list[Event], seq: int) -> TimeUsed:
    """The time used up to an event."""
    used = TimeUsed()
    for event in events:
        if event.seq > seq:
            break
        used.add(event)
    return used


def time_in_words(time: timedelta) -> str:
    """Formats a duration as clocks do."""
    duration = Duration()
    duration.FromTimedelta(time)
    return duration_in_words(duration)
