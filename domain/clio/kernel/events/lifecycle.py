"""Lifecycle events, which all games share: a match is opened, joined, started and ended; tokens are rotated."""

from typing import Final, Literal

import msgspec

from clio.kernel.events.fair_play import FAIR_PLAY_EVENTS, AbortCause, FairPlayEvent, Roles
from clio.kernel.game import DataSet
from clio.kernel.integrity.draw_rows import DrawRow
from clio.kernel.outcome import SeatScore

EDITION: Final = 2
"""The edition of docs/record.md that new matches conform to."""


class Origin(msgspec.Struct, frozen=True, gc=False):
    """The origin of a fork: another match, the last event taken over, and the chain's digest (hex) at it."""

    digest: str
    match: str
    seq: int


class Opened(msgspec.Struct, frozen=True, gc=False):
    """Opens a match: fixes the game, the rules, the options and the data, and commits the server to its seed.

    A fork names its origin; the facts of the origin follow before the first seat is taken. Matches of the first
    edition have no ``edition``, and matches from before fair play none of its fields. Durations are seconds. A game
    that Clio does not ship has its draw table in ``draws``.
    """

    data: DataSet
    game: str
    options: dict[str, str]
    rules: str
    seats: int
    seed_commitment: str
    forked_from: Origin | msgspec.UnsetType = msgspec.UNSET
    edition: int | msgspec.UnsetType = msgspec.UNSET
    abandon_after: int | msgspec.UnsetType = msgspec.UNSET
    clock: str | msgspec.UnsetType = msgspec.UNSET
    commit_reveal: bool | msgspec.UnsetType = msgspec.UNSET
    open_until: str | msgspec.UnsetType = msgspec.UNSET
    ready_within: int | msgspec.UnsetType = msgspec.UNSET
    roles: Roles | msgspec.UnsetType = msgspec.UNSET
    draws: tuple[DrawRow, ...] | msgspec.UnsetType = msgspec.UNSET


class Joined(msgspec.Struct, frozen=True, gc=False):
    """A seat is taken; its entropy (hex) becomes a part of the joint seed.

    With commit and reveal it brings a commitment (hex) to its entropy instead, or nothing at all.
    """

    entropy: str
    name: str
    seat: int
    commitment: str | msgspec.UnsetType = msgspec.UNSET


class Left(msgspec.Struct, frozen=True, gc=False):
    """A seat is free again; only before the start."""

    seat: int


class Started(msgspec.Struct, frozen=True, gc=False):
    """All seats are taken and the joint seed is fixed."""

    names: tuple[str, ...]


class Resigned(msgspec.Struct, frozen=True, gc=False):
    """A seat gives up."""

    seat: int


class TokenRotated(msgspec.Struct, frozen=True, gc=False):
    """A seat, or the host if no seat is named, has a new token; the old one is invalid from this event on."""

    seat: int | msgspec.UnsetType = msgspec.UNSET


class Finished(msgspec.Struct, frozen=True, gc=False):
    """The result; the server seed is revealed, which opens everything."""

    decided_by: str
    scores: tuple[SeatScore, ...]
    server_seed: str
    winners: tuple[int, ...]


class Aborted(msgspec.Struct, frozen=True, gc=False):
    """The match ended without a result; the server seed is revealed all the same."""

    reason: str
    server_seed: str
    cause: AbortCause | msgspec.UnsetType = msgspec.UNSET


LifecycleEvent = Opened | Joined | Left | Started | Resigned | TokenRotated | Finished | Aborted | FairPlayEvent
LIFECYCLE_EVENTS: tuple[type[LifecycleEvent], ...] = (
    Opened,
    Joined,
    Left,
    Started,
    Resigned,
    TokenRotated,
    Finished,
    Aborted,
    *FAIR_PLAY_EVENTS,
)

Status = Literal["open", "readying", "playing", "finished", "aborted"]
"""``readying``: all seats are taken, and some have not revealed their entropy yet."""
