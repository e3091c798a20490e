"""The match: an aggregate whose state is nothing but the fold of its events."""

import hmac
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from clio.kernel.events.lifecycle import (
    Aborted,
    Finished,
    Joined,
    Left,
    LifecycleEvent,
    Opened,
    Origin,
    Resigned,
    Started,
    Status,
    TokenRotated,
)
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, SPECTATOR, DataSet, Game, GameEvent, Viewpoint
from clio.kernel.integrity.chain import GENESIS, link
from clio.kernel.integrity.chance import Chance, Known, match_seed
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.match.holding import HOST, Holding
from clio.kernel.match.seen_requests import SeenRequests
from clio.kernel.outcome import Outcome


class BrokenChainError(Exception):
    """A stored event does not continue the chain: the record was changed or lost a part."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there. Only the hash of the seat's token is known."""

    name: str
    entropy: bytes
    token_hash: str
    since: int = 0
    """The event that gave the seat its token."""


class Match:
    """One match. ``apply`` is the only way it changes; the referee decides what may be applied."""

    __slots__ = (
        "aborted_because",
        "chance",
        "data",
        "digest",
        "ended",
        "game",
        "history",
        "host_hash",
        "host_since",
        "id",
        "opened_at",
        "options",
        "origin",
        "outcome",
        "requests",
        "resigned",
        "rules",
        "salt_key",
        "seats",
        "seed_commitment",
        "seq",
        "server_seed",
        "state",
        "status",
        "updated_at",
    )

    def __init__(self, match_id: str, opened: Opened, game: Game[Any, Any]) -> None:
        self.id = match_id
        self.game = game
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
        self.chance: Chance | None = None
        self.state: Any = None
        self.outcome: Outcome | None = None
        self.aborted_because = ""
        self.resigned: frozenset[int] = frozenset()
        self.requests = SeenRequests()
        self.opened_at = ""
        self.updated_at = ""

    @property
    def version(self) -> int:
        """The last event's position, in the library's word."""
        return self.seq

    @property
    def is_over(self) -> bool:
        """Whether nothing can be added any more, and everything may be seen."""
        return self.status in ("finished", "aborted")

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats whose move it is."""
        # Between the start and the set-up there is no board yet; a replay stops there too.
        return self.game.to_move(self.state) if self.status == "playing" and self.state is not None else ()

    def holder(self, token: str) -> Viewpoint | None:
        """The seat, or the host, that the token belongs to."""
        digest = sha256(token.encode()).hexdigest()
        found: Viewpoint | None = HOST if hmac.compare_digest(digest, self.host_hash) else None
        for number, seat in enumerate(self.seats):
            if seat is not None and hmac.compare_digest(digest, seat.token_hash):
                found = number
        return found

    def held(self, holder: Viewpoint) -> Holding | None:
        """The holding of a seat, or of the host, as it is now; None for a seat that is free."""
        if holder == HOST:
            return Holding(HOST, self.host_since, self.host_hash)
        seat = self.seats[holder]
        return Holding(holder, seat.since, seat.token_hash) if seat else None

    def holds(self, holding: Holding) -> bool:
        """Whether a holding goes on."""
        return self.held(holding.holder) == holding

    def ended_by(self, token: str, seq: int) -> Holding | None:
        """The token's holding that an event has ended, so that a repeated call to leave or rotate is recognised."""
        ended = self.ended.get(seq)
        return ended if ended is not None and ended.is_of(token) else None

    def sight(self, holder: Viewpoint | None) -> Viewpoint:
        """The best viewpoint somebody may take now."""
        if self.is_over:
            return EVERYTHING
        return holder if holder is not None and holder >= 0 else SPECTATOR

    def apply(self, event: MatchEvent) -> None:
        """Takes over one recorded fact."""
        if event.seq != self.seq + 1 or link(self.digest, event.canonical) != event.digest:
            raise BrokenChainError(f"match {self.id}: event {event.seq} does not continue event {self.seq}")
        payload = event.payload
        if isinstance(payload, GameEvent):
            self.advance(event, self.game.evolve(self.state, payload))
        else:
            self.advance(event, self.state)
            self._live(payload, event)

    def accept(self, events: Iterable[MatchEvent], state: object) -> None:
        """Takes over a decision of the referee once it is recorded, without folding its facts again."""
        for event in events:
            self.advance(event, state)
            if not isinstance(event.payload, GameEvent):
                self._live(event.payload, event)

    def advance(self, event: MatchEvent, state: object) -> None:
        """Moves the head to an event whose state is known already."""
        if self.history is not None and isinstance(event.payload, GameEvent):
            self.history.see(event.payload)
        self.state = state
        self.seq = event.seq
        self.digest = event.digest
        self.updated_at = event.at
        self.requests.add(event.request, event.seq)

    def _live(self, payload: LifecycleEvent, event: MatchEvent) -> None:
        match payload:
            case Opened():
                self.opened_at = event.at
                self.host_hash, self.host_since = event.private.get("token", ""), event.seq
                self.server_seed = bytes.fromhex(event.private.get("server_seed", ""))
                self.salt_key = salt_key(self.server_seed)
            case Joined(entropy=entropy, name=name, seat=seat):
                self.seats[seat] = Seat(name, bytes.fromhex(entropy), event.private.get("token", ""), event.seq)
            case Left(seat=seat):
                # Records of earlier versions may say that a free seat was left.
                if (holding := self.held(seat)) is not None:
                    self.ended[event.seq] = holding
                self.seats[seat] = None
            case Started():
                self.status = "playing"
                known = None if self.history is None else self.history.known()
                self.chance = joint_chance(self.id, self.server_seed, self.seats, known)
                self.history = None
            case Resigned(seat=seat):
                self.resigned |= {seat}
            case TokenRotated(seat=seat):
                self._rotate(HOST if seat is msgspec.UNSET else seat, event)
            case Finished():
                self.status = "finished"
                self.outcome = Outcome(payload.scores, payload.winners, payload.decided_by)
            case Aborted(reason=reason):
                self.status = "aborted"
                self.aborted_because = reason

    def _rotate(self, holder: Viewpoint, event: MatchEvent) -> None:
        token_hash = event.private.get("token", "")
        if (holding := self.held(holder)) is not None:
            self.ended[event.seq] = holding
        if holder == HOST:
            self.host_hash, self.host_since = token_hash, event.seq
        elif seat := self.seats[holder]:
            self.seats[holder] = msgspec.structs.replace(seat, token_hash=token_hash, since=event.seq)


def joint_chance(match_id: str, server_seed: bytes, seats: Iterable[Seat | None], known: Known | None = None) -> Chance:
    """The chance that the server's seed and all seats' entropy make together, on top of what is settled."""
    return Chance(match_seed(match_id, server_seed, [seat.entropy if seat else b"" for seat in seats]), known)


def match_projector(
    games: Mapping[str, Game[Any, Any]],
) -> Callable[[Match | None, Iterable[MatchEvent]], Match | None]:
    """The fold that makes a match of its events, as the library's repository wants it."""

    def project(match: Match | None, events: Iterable[MatchEvent]) -> Match | None:
        for event in events:
            if match is None:
                if not isinstance(event.payload, Opened):
                    raise BrokenChainError(f"match {event.match_id}: its first event does not open it")
                match = Match(event.match_id, event.payload, games[event.payload.game])
            match.apply(event)
        return match

    return project
