"""The clocks of a match: time runs for a seat from entering ``to_move`` to leaving it, by the times of the record."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from clio.kernel.moment import MILLISECOND
from clio.kernel.time_control import TimeControl


class TurnClock(msgspec.Struct, frozen=True):
    """All clocks at one moment. Moments are microseconds, durations milliseconds; nothing is rounded up.

    ``since`` and ``remaining`` belong together: a running seat had ``remaining`` left at ``since``. ``quiet`` is the
    moment from which a seat of the turn is silent. Without a control only silence is measured.
    """

    control: TimeControl | None
    remaining: tuple[int, ...]
    since: tuple[int, ...]
    quiet: tuple[int, ...]
    turn: tuple[int, ...] = ()
    paused: bool = False

    def used(self, seat: int, at: int) -> int:
        """The milliseconds that a seat has used since ``since``."""
        return 0 if self.paused or seat not in self.turn else max(0, at - self.since[seat]) // MILLISECOND

    def left(self, seat: int, at: int) -> int:
        """The milliseconds that a seat has left."""
        return max(0, self.remaining[seat] - self.used(seat, at))

    def is_out(self, seat: int, at: int) -> bool:
        """Whether the time of a seat has run out."""
        running = self.control is not None and seat in self.turn and not self.paused
        return running and self.used(seat, at) >= self.remaining[seat]

    def deadline(self, seat: int) -> int | None:
        """The moment at which the time of a seat runs out; None while its clock stands."""
        if self.control is None or self.paused or seat not in self.turn:
            return None
        return self.since[seat] + self.remaining[seat] * MILLISECOND

    def first_out(self) -> tuple[int, int] | None:
        """The next deadline and its seat; of equal deadlines that of the lower seat."""
        return min(
            ((deadline, seat) for seat in self.turn if (deadline := self.deadline(seat)) is not None), default=None
        )

    def silence(self, seat: int, at: int) -> int:
        """The microseconds for which a seat has been silent during its turn."""
        return at - self.quiet[seat] if seat in self.turn and not self.paused else 0

    def turned(self, to_move: Sequence[int], at: int) -> "TurnClock":
        """The clocks after the turn has passed to other seats."""
        turn = tuple(to_move)
        if turn == self.turn:
            return self
        control, since, quiet = self.control, list(self.since), list(self.quiet)
        entering = [seat for seat in turn if seat not in self.turn]
        for seat in entering:
            since[seat] = quiet[seat] = at
        if control is None:
            # Without a control nothing is used up; most matches have none.
            return replace(self, turn=turn, since=tuple(since), quiet=tuple(quiet))
        remaining = list(self.remaining)
        for seat in self.turn:
            if seat not in turn:
                remaining[seat] = self.left(seat, at) + control.increment
        if control.kind != "fischer":
            for seat in entering:
                remaining[seat] = control.base
        return replace(self, turn=turn, remaining=tuple(remaining), since=tuple(since), quiet=tuple(quiet))

    def acted(self, seat: int, at: int, remaining: int | None = None) -> "TurnClock":
        """The clocks after a seat did something; ``remaining`` is what a move says it had left."""
        is_known = self.quiet[seat] == at
        quiet = self.quiet if is_known else _put(self.quiet, seat, at)
        if remaining is None or self.control is None:
            # The events of one move have one time: only the first of them changes anything.
            return self if is_known else replace(self, quiet=quiet)
        return replace(
            self, quiet=quiet, remaining=_put(self.remaining, seat, remaining), since=_put(self.since, seat, at)
        )

    def stopped(self, at: int) -> "TurnClock":
        """The clocks after a pause has begun."""
        remaining = list(self.remaining)
        for seat in self.turn:
            remaining[seat] = self.left(seat, at)
        return replace(self, remaining=tuple(remaining), paused=True)

    def resumed(self, at: int) -> "TurnClock":
        """The clocks after a pause has ended."""
        since, quiet = list(self.since), list(self.quiet)
        for seat in self.turn:
            since[seat] = quiet[seat] = at
        return replace(self, since=tuple(since), quiet=tuple(quiet), paused=False)

    def added(self, seat: int, milliseconds: int) -> "TurnClock":
        """The clocks after a seat was given more time."""
        return replace(self, remaining=_put(self.remaining, seat, self.remaining[seat] + milliseconds))

    def credited(self, milliseconds: int) -> "TurnClock":
        """The clocks after every running one was given back time."""
        clock = self
        for seat in () if self.paused else self.turn:
            clock = clock.added(seat, milliseconds)
        return clock


def turn_clock(control: TimeControl | None, seats: int) -> TurnClock:
    """The clocks of a match that has not started."""
    zeros = (0,) * seats
    return TurnClock(control, (control.base if control else 0,) * seats, zeros, zeros)


def _put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
