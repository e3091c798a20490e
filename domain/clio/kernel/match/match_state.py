"""The state of a match: seats and their holders, status, clocks, position of the game."""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from clio.kernel.events.fair_play import (
    Agreement,
)
from clio.kernel.events.lifecycle import (
    Opened,
    Origin,
    Status,
)
from clio.kernel.game import EVERYTHING, SPECTATOR, DataSet, Game, Viewpoint
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import Chance
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.match.holding import HOST, Holding
from clio.kernel.match.match_metadata import DEFAULT
from clio.kernel.match.seat import Seat
from clio.kernel.match.seen_requests import SeenRequests
from clio.kernel.match.turn_clock import TurnClock, turn_clock
from clio.kernel.moment import microseconds
from clio.kernel.outcome import Outcome
from clio.kernel.time_control import parse_time_control

NO_CONSENTS: Final[Mapping[tuple[Agreement, int], str]] = {}


class MatchState:
    """The fields of a match, and the questions that they answer. ``Match`` changes them."""

    __slots__ = (
        "abandoned",
        "abort_cause",
        "aborted_because",
        "chance",
        "clock",
        "consents",
        "data",
        "digest",
        "ended",
        "game",
        "history",
        "host_hash",
        "host_since",
        "id",
        "metadata",
        "moved",
        "opened",
        "opened_at",
        "options",
        "origin",
        "outcome",
        "pause_reason",
        "paused_at",
        "requests",
        "resigned",
        "round_at",
        "rules",
        "salt_key",
        "seats",
        "seed_commitment",
        "seq",
        "server_seed",
        "state",
        "status",
        "timed_out",
        "updated_at",
        "void_rounds",
    )

    def __init__(self, match_id: str, opened: Opened, game: Game[Any, Any]) -> None:
        self.id = match_id
        self.game = game.under(opened.rules)
        self.opened = opened
        self.rules = opened.rules
        self.options: Mapping[str, str] = opened.options
        self.data: DataSet = opened.data
        self.origin: Origin | None = opened.forked_from or None
        self.history: DrawChecker | None = (
            None if self.origin is None else DrawChecker(game.draws, opened.options, opened.seats)
        )
        self.seats: list[Seat | None] = [None] * opened.seats
        self.ended: dict[int, Holding] = {}
        self.status: Status = "open"
        self.seed_commitment = opened.seed_commitment
        self.seq = 0
        self.digest = GENESIS
        self.server_seed = b""
        self.salt_key = b""
        self.host_hash = ""
        self.host_since = 0
        self.metadata = DEFAULT
        self.chance: Chance | None = None
        self.state: Any = None
        self.outcome: Outcome | None = None
        self.aborted_because = ""
        self.abort_cause = ""
        self.resigned: frozenset[int] = frozenset()
        self.timed_out: frozenset[int] = frozenset()
        self.abandoned: frozenset[int] = frozenset()
        self.moved = False
        """Whether a seat has moved since the start."""
        self.consents: Mapping[tuple[Agreement, int], str] = NO_CONSENTS
        """The reasons of the consents that have not lapsed, by agreement and seat."""
        self.paused_at = ""
        self.pause_reason = ""
        self.round_at = ""
        """When the round of readiness began: the time of the last join."""
        self.void_rounds = 0
        """Rounds that lapsed after somebody had revealed their entropy."""
        control = parse_time_control(opened.clock) if opened.clock else None
        has_clock = control is not None or opened.abandon_after is not msgspec.UNSET
        self.clock: TurnClock | None = turn_clock(control, opened.seats) if has_clock else None
        self.requests = SeenRequests()
        self.opened_at = ""
        self.updated_at = ""

    @property
    def version(self) -> int:
        """The last event's position, under the name that ``eventsourcing`` expects."""
        return self.seq

    @property
    def is_over(self) -> bool:
        """Whether the match accepts no more events; everything may be seen then."""
        return self.status in ("finished", "aborted")

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats whose move it is."""
        # Between the start and the set-up there is no state yet, and a replay can stop there.
        return self.game.to_move(self.state) if self.status == "playing" and self.state is not None else ()

    @property
    def out(self) -> frozenset[int]:
        """The seats that are out of the match: they resigned, ran out of time, or were abandoned."""
        return self.resigned | self.timed_out | self.abandoned

    @property
    def remaining(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def clocks(self) -> TurnClock | None:
        """The clocks after the last event; None where the match measures no time."""
        if self.clock is None or self.status != "playing":
            return self.clock
        return self.clock.turned(self.to_move, microseconds(self.updated_at))

    @property
    def counts(self) -> bool:
        """Whether chance was fixed in the first round of readiness that anybody revealed in: else it is not rated."""
        return self.void_rounds == 0

    def holder(self, token: str) -> Viewpoint | None:
        """The seat, or the host, that the token belongs to."""
        return self.holder_of_hash(sha256(token.encode()).hexdigest())

    def holder_of_hash(self, digest: str) -> Viewpoint | None:
        """The seat, or the host, that the token with this hash belongs to."""
        found: Viewpoint | None = HOST if hmac.compare_digest(digest, self.host_hash) else None
        for number, seat in enumerate(self.seats):
            if seat is not None and hmac.compare_digest(digest, seat.token_hash):
                found = number
        return found

    def held(self, holder: Viewpoint) -> Holding | None:
        """The current holding of a seat or of the host; None for a free seat."""
        if holder == HOST:
            return Holding(HOST, self.host_since, self.host_hash)
        seat = self.seats[holder]
        return Holding(holder, seat.since, seat.token_hash, seat.namespace) if seat else None

    def holds(self, holding: Holding) -> bool:
        """Whether a holding is the current one."""
        return self.held(holding.holder) == holding

    def ended_by(self, token: str, seq: int) -> Holding | None:
        """The token's holding that an event ended: recognises a repeated request to leave or to rotate."""
        ended = self.ended.get(seq)
        return ended if ended is not None and ended.is_of(token) else None

    def viewpoint_of(self, holder: Viewpoint | None) -> Viewpoint:
        """The viewpoint that shows the most of what a seat, the host or a stranger may see now."""
        if self.is_over:
            return EVERYTHING
        return holder if holder is not None and holder >= 0 else SPECTATOR
