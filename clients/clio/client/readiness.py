"""Readiness: commits the caller's seats to their entropy, and reveals it when all seats are taken."""

import asyncio
import json
from typing import Final

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.credentials import KeySeat
from clio.client.entropy import (
    ENTROPY_BYTES,
    EntropyStore,
    MemoryEntropy,
    SeatEntropy,
    entropy_commitment,
    new_entropy,
)
from clio.client.errors import ClioError, IntegrityError, RateLimitError, UnreachableError
from clio.client.readiness_round import ENDS, Round
from clio.v1 import fair_play_service_pb2, match_service_pb2
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.match_pb2 import MATCH_STATUS_OPEN, MATCH_STATUS_READYING, Match
from clio.v1.match_service_pb2_grpc import MatchServiceStub

_MAX_ATTEMPTS: Final = 8
"""How often another caller may take the chosen seat first before a join gives up."""
_HARMLESS: Final = frozenset(
    {
        "ALREADY_READY",
        "ENTROPY_NOT_COMMITTED",
        "MATCH_NOT_READY",
        "MATCH_NOT_STARTED",
        "MATCH_OVER",
        "MATCH_STARTED",
    }
)
"""The match has moved on since it was looked at; the seat is not lost by that."""


class Readiness:
    """The caller's part in the chance of its matches."""

    def __init__(self, connection: Connection, store: EntropyStore | None = None) -> None:
        self._connection: Final = connection
        self._matches: Final = MatchServiceStub(connection.channel)
        self._fair_play: Final = FairPlayServiceStub(connection.channel)
        self.store: Final[EntropyStore] = MemoryEntropy() if store is None else store
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._own: Final[set[tuple[str, int]]] = set()
        """The seats whose last join in the record is the caller's, by match and seat."""
        self._unanswered: Final[dict[str, tuple[int, SeatEntropy]]] = {}
        """Joins whose answer was lost, by token: sent again they must say the same."""
        self._rounds: Final[dict[str, Round]] = {}
        """The rounds of the matches that are watched and have not started."""

    async def join(
        self, request: match_service_pb2.JoinMatchRequest, entropy: bytes | None, *, timeout: float | None = None
    ) -> match_service_pb2.JoinMatchResponse:
        """Takes a seat with a commitment, or with entropy where the match takes it openly; gets ready if it can."""
        match_id, any_seat = request.match_id, not request.HasField("seat")
        for attempt in range(_MAX_ATTEMPTS if entropy != b"" else 0):
            match = await self._get(match_id, timeout)
            if not match.fair_play.settings.commit_reveal:
                request.entropy = new_entropy() if entropy is None else entropy
                break
            seat = self._wanted(match, request, any_seat=any_seat)
            kept = self._kept(match_id, seat, request.seat_token, entropy)
            request.seat, request.commitment = seat, entropy_commitment(match_id, seat, kept.entropies[0])
            self._unanswered[kept.token] = seat, kept
            try:
                answer = await self._connection.ask_only(self._matches.JoinMatch, request, timeout=timeout)
            except ClioError as error:
                if not isinstance(error, UnreachableError):
                    self._unanswered.pop(kept.token, None)
                if any_seat and error.reason == "SEAT_TAKEN" and attempt + 1 < _MAX_ATTEMPTS and _has_free(match):
                    continue
                raise
            self._unanswered.pop(kept.token, None)
            self.store.keep(match_id, answer.seat, kept)
            answer.match.CopyFrom(await self.follow(answer.match, timeout=timeout))
            return answer
        return await self._connection.ask_only(self._matches.JoinMatch, request, timeout=timeout)

    async def rematch(
        self,
        request: match_service_pb2.RematchMatchRequest,
        token: str | None,
        entropy: bytes | None,
        *,
        timeout: float | None = None,
    ) -> match_service_pb2.RematchMatchResponse:
        """Takes a seat in a rematch as ``join`` does. A token does not tell its seat: the server refuses wrong ones."""
        old = await self._get(request.match_id, timeout)
        if entropy == b"" or not old.rematch:
            return await self._connection.ask_only(self._matches.RematchMatch, request, token, timeout=timeout)
        if not old.fair_play.settings.commit_reveal:
            request.entropy = new_entropy() if entropy is None else entropy
            return await self._connection.ask_only(self._matches.RematchMatch, request, token, timeout=timeout)
        kept = self._kept(old.rematch, self._next_seat(old, token), request.seat_token, entropy)
        first, kept = self._unanswered.setdefault(request.seat_token, (self._next_seat(old, token), kept))
        for seat in (first, *(each.seat for each in old.seats if each.seat != first)):
            request.seat, request.commitment = seat, entropy_commitment(old.rematch, seat, kept.entropies[0])
            self._unanswered[request.seat_token] = seat, kept
            try:
                answer = await self._connection.ask_only(self._matches.RematchMatch, request, token, timeout=timeout)
            except ClioError as error:
                if error.reason == "OTHER_SEAT":
                    continue
                if not isinstance(error, UnreachableError):
                    del self._unanswered[request.seat_token]
                raise
            del self._unanswered[request.seat_token]
            self.store.keep(old.rematch, seat, kept)
            answer.match.CopyFrom(await self.follow(answer.match, timeout=timeout))
            return answer
        raise IntegrityError(old.seq, "The server refuses the rematch of every seat of the match.")

    async def ready(self, match_id: str, *, timeout: float | None = None) -> Match:
        """Gets every seat of the caller ready that has to be; returns the match after that."""
        return await self.follow(await self._get(match_id, timeout), timeout=timeout)

    async def use(self, match_id: str, *, timeout: float | None = None) -> None:
        """Gets ready where a seat of the caller still has to: called before every use of a match."""
        if any(not kept.settled for kept in self.store.of_match(match_id).values()):
            await self.follow(await self._get(match_id, timeout), timeout=timeout)

    async def follow(self, match: Match, *, timeout: float | None = None) -> Match:
        """Gets every seat of the caller ready that has to be; returns the match after that."""
        async with self._locks.setdefault(match.match_id, asyncio.Lock()):
            if match.status == MATCH_STATUS_READYING:
                due = set(match.fair_play.due_seats)
                for seat, kept in list(self.store.of_match(match.match_id).items()):
                    if seat in due and not kept.settled:
                        match = await self._reveal(match, seat, kept, timeout)
            if match.status not in (MATCH_STATUS_OPEN, MATCH_STATUS_READYING):
                self._settle(match.match_id)
        return match

    def rotated(self, match_id: str, old: str, new: str) -> None:
        """A seat has a new token: it gets ready with that one."""
        for seat, kept in list(self.store.of_match(match_id).items()):
            if kept.token == old:
                kept.token = new
                self.store.keep(match_id, seat, kept)

    def compare(self, match_id: str, event: Event) -> None:
        """Compares a reveal in the record with what the caller is committed to; IntegrityError if it is another.

        Only while the seat is the caller's: another player may have taken it after a round that lapsed. A reveal that
        the record has in another round than the one it was sent for is an error, too.
        """
        self._follow_round(match_id, event)
        if event.type == "match.Joined":
            seat = event.joined.seat
            kept = self.store.of_match(match_id).get(seat)
            mine = kept is not None and event.joined.commitment == entropy_commitment(match_id, seat, kept.entropies[0])
            (self._own.add if mine else self._own.discard)((match_id, seat))
        elif event.type == "match.Ready" and (match_id, event.ready.seat) in self._own:
            revealed = bytes.fromhex(json.loads(event.canonical)["public"]["entropy"])
            kept = self.store.of_match(match_id)[event.ready.seat]
            if revealed not in kept.entropies:
                raise IntegrityError(event.seq, f"Event {event.seq} reveals entropy for your seat that is not yours.")
            if revealed in kept.sent and match_id in self._rounds:
                self._rounds[match_id].check(event.ready.seat, kept.sent[revealed])

    def _follow_round(self, match_id: str, event: Event) -> None:
        """Follows the rounds of a match that is watched from its first event on."""
        if event.seq == 1:
            self._rounds.setdefault(match_id, Round(match_id))
        if event.type in ENDS:
            self._rounds.pop(match_id, None)
        elif (round_ := self._rounds.get(match_id)) is not None and event.seq == round_.head.seq + 1:
            round_.apply(event)

    async def _get(self, match_id: str, timeout: float | None) -> Match:
        request = match_service_pb2.GetMatchRequest(match_id=match_id)
        return (await self._connection.ask_only(self._matches.GetMatch, request, timeout=timeout)).match

    def _wanted(self, match: Match, request: match_service_pb2.JoinMatchRequest, *, any_seat: bool) -> int:
        """The seat to take: one that a lost answer may have given already, the one asked for, or the first free one."""
        if request.seat_token in self._unanswered:
            return self._unanswered[request.seat_token][0]
        for seat, kept in self.store.of_match(match.match_id).items():
            if kept.token == request.seat_token:
                return seat
        if not any_seat:
            return request.seat
        return next((seat.seat for seat in match.seats if not seat.taken), 0)

    def _next_seat(self, old: Match, token: str | None) -> int:
        """The seat in a rematch, if the caller's seat in the old match is known."""
        known = (seat for seat, kept in self.store.of_match(old.match_id).items() if kept.token == token)
        seat = token.seat if isinstance(token, KeySeat) else next(known, 0)
        return (seat + 1) % len(old.seats)

    def _kept(self, match_id: str, seat: int, token: str, entropy: bytes | None) -> SeatEntropy:
        if token in self._unanswered:
            return self._unanswered[token][1]
        known = self.store.of_match(match_id).get(seat)
        if known is not None and known.token == token:
            return known
        if entropy is not None and len(entropy) != ENTROPY_BYTES:
            raise ValueError(f"the entropy of a seat that commits to it has {ENTROPY_BYTES} bytes")
        return SeatEntropy(token, [new_entropy() if entropy is None else entropy])

    async def _reveal(self, match: Match, seat: int, kept: SeatEntropy, timeout: float | None) -> Match:
        """Reveals the entropy that the record binds the seat to, once the record binds all other seats, too."""
        round_ = await self._round(match.match_id, kept.token, timeout)
        bound = round_.bound.get(seat)
        due = [
            entropy
            for entropy in kept.entropies
            if bound is not None and entropy_commitment(match.match_id, seat, entropy) == bound.commitment
        ]
        if not due or not round_.is_complete or round_.is_ready(seat):
            return await self._get(match.match_id, timeout)
        entropy, following = due[0], new_entropy()
        if entropy in kept.sent:
            round_.check(seat, kept.sent[entropy])
        kept.sent.setdefault(entropy, round_.head)
        # Stored before it is sent: if the answer is lost, the next round needs it.
        kept.entropies.append(following)
        self.store.keep(match.match_id, seat, kept)
        request = fair_play_service_pb2.ReadySeatRequest(
            match_id=match.match_id,
            entropy=entropy,
            next_commitment=entropy_commitment(match.match_id, seat, following),
            request_id=identifiers.new_request_id(),
        )
        try:
            call = self._fair_play.ReadySeat
            return (await self._connection.ask_only(call, request, kept.token, timeout=timeout)).match
        except (RateLimitError, UnreachableError):
            # The next use of the seat tries again.
            raise
        except ClioError as error:
            if error.reason not in _HARMLESS:
                kept.settled = True
                self.store.keep(match.match_id, seat, kept)
            return await self._get(match.match_id, timeout)

    async def _round(self, match_id: str, token: str, timeout: float | None) -> Round:
        """The round of readiness, from the events of the match."""
        round_, watch = Round(match_id), self._matches.WatchMatch
        request = match_service_pb2.WatchMatchRequest(match_id=match_id)
        parts = await self._connection.read_until(watch, request, token, lambda part: part.caught_up, timeout=timeout)
        for part in parts:
            for event in part.events:
                round_.apply(event)
        return round_

    def _settle(self, match_id: str) -> None:
        for seat, kept in list(self.store.of_match(match_id).items()):
            if not kept.settled:
                kept.settled = True
                self.store.keep(match_id, seat, kept)


def _has_free(match: Match) -> bool:
    return any(not seat.taken for seat in match.seats)
