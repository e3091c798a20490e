"""The counts of a game's matches with one number of seats; they can be merged."""

import msgspec

from clio.kernel.match.visibility import PUBLIC
from clio.projections.statistics.histogram import Histogram


class SeatCount(msgspec.Struct):
    """Results of a seat or a side."""

    played: int = 0
    won: int = 0
    scores: Histogram = msgspec.field(default_factory=Histogram)

    def merge(self, other: "SeatCount") -> None:
        """Adds another count."""
        self.played += other.played
        self.won += other.won
        self.scores.merge(other.scores)


class UseCount(msgspec.Struct):
    """How often an item was used, by how many hands (a seat in a match), what it gave, and how those hands ended."""

    times: int = 0
    amount: int = 0
    hands: int = 0
    won: int = 0

    def merge(self, other: "UseCount") -> None:
        """Adds another count."""
        self.times += other.times
        self.amount += other.amount
        self.hands += other.hands
        self.won += other.won


class RuleCount(msgspec.Struct):
    """How often a scoring rule was applied, how often it gave points, and how many."""

    lines: int = 0
    scoring: int = 0
    points: int = 0
    won: int = 0

    def merge(self, other: "RuleCount") -> None:
        """Adds another count."""
        self.lines += other.lines
        self.scoring += other.scoring
        self.points += other.points
        self.won += other.won


class ControlCount(msgspec.Struct):
    """Matches with a time control: how many finished, how many by time, and how long they took."""

    finished: int = 0
    timed_out: int = 0
    milliseconds: Histogram = msgspec.field(default_factory=Histogram)

    def merge(self, other: "ControlCount") -> None:
        """Adds another count."""
        self.finished += other.finished
        self.timed_out += other.timed_out
        self.milliseconds.merge(other.milliseconds)


class GameStatistics(msgspec.Struct):
    """All counts. Keys of ``seats`` are ``seats/seat``, of ``uses`` ``kind/item``, of ``options`` ``name=value``."""

    game: str
    audience: str = PUBLIC
    opened: int = 0
    finished: int = 0
    aborted: int = 0
    resigned: int = 0
    events: Histogram = msgspec.field(default_factory=Histogram)
    moves: Histogram = msgspec.field(default_factory=Histogram)
    milliseconds: Histogram = msgspec.field(default_factory=Histogram)
    branching: Histogram = msgspec.field(default_factory=Histogram)
    scores: Histogram = msgspec.field(default_factory=Histogram)
    seats: dict[str, SeatCount] = {}
    sides: dict[str, SeatCount] = {}
    uses: dict[str, UseCount] = {}
    rules: dict[str, RuleCount] = {}
    decided_by: dict[str, int] = {}
    options: dict[str, int] = {}
    controls: dict[str, ControlCount] = {}
    """By time control; matches without a clock are not in it."""

    def merge(self, other: "GameStatistics") -> None:
        """Adds the counts of matches with another number of seats."""
        self.opened += other.opened
        self.finished += other.finished
        self.aborted += other.aborted
        self.resigned += other.resigned
        for name in ("events", "moves", "milliseconds", "branching", "scores"):
            getattr(self, name).merge(getattr(other, name))
        for key, seat in other.seats.items():
            self.seats.setdefault(key, SeatCount()).merge(seat)
        for key, side in other.sides.items():
            self.sides.setdefault(key, SeatCount()).merge(side)
        for key, use in other.uses.items():
            self.uses.setdefault(key, UseCount()).merge(use)
        for key, rule in other.rules.items():
            self.rules.setdefault(key, RuleCount()).merge(rule)
        for key, control in other.controls.items():
            self.controls.setdefault(key, ControlCount()).merge(control)
        for counts, more in ((self.decided_by, other.decided_by), (self.options, other.options)):
            for key, count in more.items():
                counts[key] = counts.get(key, 0) + count
