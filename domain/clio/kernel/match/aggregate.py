"""The match aggregate: its state is the fold of its events."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from clio.kernel.events.fair_play import (
    Abandoned,
    Consented,
    Lapsed,
    Paused,
    Ready,
    Resumed,
    TimeAdded,
    TimeCredited,
    TimedOut,
)
from clio.kernel.events.lifecycle import (
    Aborted,
    Finished,
    Joined,
    Left,
    LifecycleEvent,
    Opened,
    Resigned,
    Started,
    TokenRotated,
)
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent, Viewpoint
from clio.kernel.integrity.chain import link
from clio.kernel.integrity.chance import Chance, Known, match_seed
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.holding import HOST
from clio.kernel.match.match_metadata import NAMESPACE_FIELD, metadata_of
from clio.kernel.match.match_state import NO_CONSENTS, MatchState
from clio.kernel.match.seat import Seat
from clio.kernel.missing_game import game_or_missing
from clio.kernel.moment import microseconds
from clio.kernel.outcome import Outcome


class BrokenChainError(Exception):
    """A stored event does not continue the hash chain: the record was altered or is incomplete."""


class Match(MatchState):
    """One match. ``apply`` is the only way it changes; the referee decides what may be applied."""

    __slots__ = ()

    def apply(self, event: MatchEvent) -> None:
        """Applies one recorded event, after checking that it continues the hash chain."""
        if event.seq != self.seq + 1 or link(self.digest, event.canonical) != event.digest:
            raise BrokenChainError(f"match {self.id}: event {event.seq} does not continue event {self.seq}")
        payload = event.payload
        if isinstance(payload, GameEvent):
            self.advance(event, self.game.evolve(self.state, payload))
        else:
            self.advance(event, self.state)
            self._apply_lifecycle(payload, event)

    def accept(self, events: Iterable[MatchEvent], state: object) -> None:
        """Applies a recorded decision of the referee, whose state is known, without folding its facts again."""
        for event in events:
            self.advance(event, state)
            if not isinstance(event.payload, GameEvent):
                self._apply_lifecycle(event.payload, event)

    def advance(self, event: MatchEvent, state: object) -> None:
        """Moves the head to an event after which the state is known."""
        if self.history is not None and isinstance(event.payload, GameEvent):
            self.history.see(event.payload)
        if self.status == "playing":
            self._note_play(event)
        self.state = state
        self.seq = event.seq
        self.digest = event.digest
        self.updated_at = event.at
        self.requests.add(event.request, event.seq)

    def _note_play(self, event: MatchEvent) -> None:
        """Follows clocks and consents; called before the event changes the state.

        The turn passes between requests, never inside one: its events have one time, and the states between them are
        not positions of the game.
        """
        payload, by_seat = event.payload, event.actor.startswith("seat:")
        left: int | msgspec.UnsetType = msgspec.UNSET
        if by_seat and isinstance(payload, GameEvent):
            self.moved = True
            self.consents = NO_CONSENTS
            left = payload.clock
        clock = self.clock
        if clock is None:
            return
        if event.request != self.requests.last and (turn := self.to_move) != clock.turn:
            clock = clock.turned(turn, microseconds(self.updated_at))
        if by_seat:
            clock = clock.acted(int(event.actor[5:]), microseconds(event.at), None if left is msgspec.UNSET else left)
        self.clock = clock

    def _apply_lifecycle(self, payload: LifecycleEvent, event: MatchEvent) -> None:
        match payload:
            case Opened():
                self.opened_at = event.at
                self.host_hash, self.host_since = event.private.get("token", ""), event.seq
                self.server_seed = bytes.fromhex(event.private.get("server_seed", ""))
                self.salt_key = salt_key(self.server_seed)
                self.metadata = metadata_of(event)
            case Joined():
                self._join(payload, event)
            case Left(seat=seat):
                # Records of earlier versions may have a Left for a free seat.
                if (holding := self.held(seat)) is not None:
                    self.ended[event.seq] = holding
                self._free((seat,))
            case Started():
                self.status = "playing"
                known = None if self.history is None else self.history.known()
                self.chance = joint_chance(self.id, self.server_seed, self.seats, known)
                self.history = None
            case Resigned(seat=seat):
                self.resigned |= {seat}
                self.consents = NO_CONSENTS
            case TokenRotated(seat=seat):
                self._rotate(HOST if seat is msgspec.UNSET else seat, event)
            case Finished():
                self.status = "finished"
                self.outcome = Outcome(payload.scores, payload.winners, payload.decided_by)
            case Aborted(reason=reason, cause=cause):
                self.status = "aborted"
                self.aborted_because, self.abort_cause = reason, "" if cause is msgspec.UNSET else cause
            case _:
                self._apply_fair_play(payload, event)

    def _apply_fair_play(self, payload: LifecycleEvent, event: MatchEvent) -> None:  # noqa: C901 (a case for every type)
        clock = self.clock
        match payload:
            case Ready(seat=number, entropy=entropy, next=following):
                if (seat := self.seats[number]) is not None:
                    self.seats[number] = msgspec.structs.replace(
                        seat, entropy=bytes.fromhex(entropy), ready=True, next=following
                    )
            case Lapsed(seats=seats):
                self._free(seats)
            case TimedOut(seat=seat):
                self.timed_out |= {seat}
                self.consents = NO_CONSENTS
            case Abandoned(seat=seat):
                self.abandoned |= {seat}
                self.consents = NO_CONSENTS
            case Consented(seat=seat, to=to, reason=reason):
                self.consents = {**self.consents, (to, seat): reason}
            case Paused(reason=reason):
                self.paused_at, self.pause_reason, self.consents = event.at, reason, NO_CONSENTS
                self.clock = clock and clock.stopped(microseconds(event.at))
            case Resumed():
                self.paused_at, self.pause_reason, self.consents = "", "", NO_CONSENTS
                self.clock = clock and clock.resumed(microseconds(event.at))
            case TimeAdded(seat=seat, milliseconds=milliseconds):
                self.clock = clock and clock.added(seat, milliseconds)
            case TimeCredited(milliseconds=milliseconds):
                self.clock = clock and clock.credited(milliseconds)
            case _:
                pass

    def _join(self, joined: Joined, event: MatchEvent) -> None:
        commitment = "" if joined.commitment is msgspec.UNSET else joined.commitment
        entropy, token_hash = bytes.fromhex(joined.entropy), event.private.get("token", "")
        bot, namespace = event.private.get("bot", ""), event.private.get(NAMESPACE_FIELD, "")
        self.seats[joined.seat] = Seat(
            joined.name, entropy, token_hash, event.seq, bot, commitment, namespace=namespace
        )
        if None not in self.seats and any(seat.is_due for seat in self.seats if seat):
            self.status, self.round_at = "readying", event.at

    def _free(self, seats: Iterable[int]) -> None:
        """Frees seats; what the others have revealed in this round is void."""
        self.void_rounds += any(seat.ready for seat in self.seats if seat)
        self.seats = [seat and seat.void() for seat in self.seats]
        for number in seats:
            self.seats[number] = None
        self.status, self.round_at = "open", ""

    def _rotate(self, holder: Viewpoint, event: MatchEvent) -> None:
        token_hash = event.private.get("token", "")
        if (holding := self.held(holder)) is not None:
            self.ended[event.seq] = holding
        if holder == HOST:
            self.host_hash, self.host_since = token_hash, event.seq
        elif seat := self.seats[holder]:
            self.seats[holder] = msgspec.structs.replace(seat, token_hash=token_hash, since=event.seq)


def joint_chance(match_id: str, server_seed: bytes, seats: Iterable[Seat | None], known: Known | None = None) -> Chance:
    """The chance of the joint seed: the server's seed with all seats' entropy; ``known`` draws stay fixed."""
    return Chance(match_seed(match_id, server_seed, [seat.entropy if seat else b"" for seat in seats]), known)


def match_projector(
    games: Mapping[str, Game[Any, Any]],
) -> Callable[[Match | None, Iterable[MatchEvent]], Match | None]:
    """The projector function that the repository of ``eventsourcing`` takes: folds events into a match."""

    def project(match: Match | None, events: Iterable[MatchEvent]) -> Match | None:
        for event in events:
            if match is None:
                if not isinstance(event.payload, Opened):
                    raise BrokenChainError(f"match {event.match_id}: its first event does not open it")
                match = Match(event.match_id, event.payload, game_or_missing(games, event.payload.game))
            match.apply(event)
        return match

    return project
