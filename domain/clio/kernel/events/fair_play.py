"""Events of fair play: readiness, time, pauses and consent. All games share them, as the other lifecycle events."""

from typing import Final, Literal

import msgspec

Agreement = Literal["abort", "pause", "resume"]
"""What seats consent to."""
Director = Literal["host", "nobody"]
AbortCause = Literal["consent", "director", "expired"]
"""Why a match was aborted, unless its host did it before the first move."""
AGREEMENTS: Final[tuple[Agreement, ...]] = ("abort", "pause", "resume")


class Roles(msgspec.Struct, frozen=True, gc=False):
    """Who may direct the match: pause it, add time, void it."""

    director: Director


class Ready(msgspec.Struct, frozen=True, gc=False):
    """A seat reveals its entropy (hex) and commits itself for a next round, in case this one lapses."""

    entropy: str
    next: str
    seat: int


class Lapsed(msgspec.Struct, frozen=True, gc=False):
    """The round of readiness is void: the seats that were not ready are free, and no reveal of it counts."""

    seats: tuple[int, ...]


class TimedOut(msgspec.Struct, frozen=True, gc=False):
    """The time of a seat ran out: it is out of the match."""

    seat: int


class Abandoned(msgspec.Struct, frozen=True, gc=False):
    """A seat was silent for so long that another seat, or the host if none is named, claimed it: it is out."""

    seat: int
    by: int | msgspec.UnsetType = msgspec.UNSET


class Consented(msgspec.Struct, frozen=True, gc=False):
    """A seat agrees to abort, pause or resume the match; the consent lapses at the next move."""

    reason: str
    seat: int
    to: Agreement


class Paused(msgspec.Struct, frozen=True, gc=False):
    """The clocks stand, and nobody moves; by the consent of all seats, or by the director."""

    reason: str


class Resumed(msgspec.Struct, frozen=True, gc=False):
    """The clocks go on."""

    reason: str


class TimeAdded(msgspec.Struct, frozen=True, gc=False):
    """The director gives a seat more time."""

    milliseconds: int
    reason: str
    seat: int


class TimeCredited(msgspec.Struct, frozen=True, gc=False):
    """Every running clock gets back the time in which no server could record a move."""

    milliseconds: int


FairPlayEvent = Ready | Lapsed | TimedOut | Abandoned | Consented | Paused | Resumed | TimeAdded | TimeCredited
FAIR_PLAY_EVENTS: Final[tuple[type[FairPlayEvent], ...]] = (
    Ready,
    Lapsed,
    TimedOut,
    Abandoned,
    Consented,
    Paused,
    Resumed,
    TimeAdded,
    TimeCredited,
)
