"""Readiness: commits the caller's seats to their entropy, and reveals it when all seats are taken."""

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Final

from clio.client.entropy import (
    ENTROPY_BYTES,
    EntropyStore,
    MemoryEntropy,
    SeatEntropy,
    entropy_commitment,
    new_entropy,
)
from clio.client.errors import ClioError, IntegrityError, UnreachableError
from clio.v1 import fair_play_service_pb2, match_service_pb2
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.match_pb2 import MATCH_STATUS_OPEN, MATCH_STATUS_READYING, Match
from clio.v1.match_service_pb2_grpc import MatchServiceStub

Ask = Callable[..., Awaitable[Any]]
_MAX_ATTEMPTS: Final = 8
"""Seats that others take first, before a join gives up."""
_HARMLESS: Final = frozenset({"ALREADY_READY", "MATCH_STARTED", "MATCH_NOT_READY", "MATCH_NOT_STARTED", "MATCH_OVER"})


class Readiness:
    """The caller's part in the chance of its matches."""

    def __init__(
        self, matches: MatchServiceStub, fair_play: FairPlayServiceStub, ask: Ask, store: EntropyStore | None = None
    ) -> None:
        self._matches: Final = matches
        self._fair_play: Final = fair_play
        self._ask: Final = ask
        self.store: Final[EntropyStore] = MemoryEntropy() if store is None else store
        self._locks: Final[dict[str, asyncio.Lock]] = {}
        self._own: Final[set[tuple[str, int]]] = set()
        """The seats whose last join in the record is the caller's, by match and seat."""
        self._unanswered: Final[dict[str, tuple[int, SeatEntropy]]] = {}
        """Joins whose answer was lost, by token: sent again they must say the same."""

    async def join(
        self, request: match_service_pb2.JoinMatchRequest, entropy: bytes | None
    ) -> match_service_pb2.JoinMatchResponse:
        """Takes a seat with a commitment, or with entropy where the match takes it openly; gets ready if it can."""
        answer: match_service_pb2.JoinMatchResponse
        match_id, any_seat = request.match_id, not request.HasField("seat")
        for attempt in range(_MAX_ATTEMPTS if entropy != b"" else 0):
            match = await self._get(match_id)
            if not match.fair_play.settings.commit_reveal:
                request.entropy = new_entropy() if entropy is None else entropy
                break
            seat = self._wanted(match, request, any_seat=any_seat)
            kept = self._kept(match_id, seat, request.seat_token, entropy)
            request.seat, request.commitment = seat, entropy_commitment(match_id, seat, kept.entropies[0])
            self._unanswered[kept.token] = seat, kept
            try:
                answer = await self._ask(self._matches.JoinMatch, request)
            except ClioError as error:
                if not isinstance(error, UnreachableError):
                    self._unanswered.pop(kept.token, None)
                if any_seat and error.reason == "SEAT_TAKEN" and attempt + 1 < _MAX_ATTEMPTS and _has_free(match):
                    continue
                raise
            self._unanswered.pop(kept.token, None)
            self.store.keep(match_id, answer.seat, kept)
            answer.match.CopyFrom(await self.follow(answer.match))
            return answer
        answer = await self._ask(self._matches.JoinMatch, request)
        return answer

    async def use(self, match_id: str) -> None:
        """Gets ready where a seat of the caller still has to: called before every use of a match."""
        if any(not kept.settled for kept in self.store.of_match(match_id).values()):
            await self.follow(await self._get(match_id))

    async def follow(self, match: Match) -> Match:
        """Gets every seat of the caller ready that has to be; returns the match after that."""
        async with self._locks.setdefault(match.match_id, asyncio.Lock()):
            if match.status == MATCH_STATUS_READYING:
                due = set(match.fair_play.due_seats)
                for seat, kept in list(self.store.of_match(match.match_id).items()):
                    if seat in due and not kept.settled:
                        match = await self._reveal(match, seat, kept)
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

        Only while the seat is the caller's: another player may have taken it after a round that lapsed.
        """
        if event.type == "match.Joined":
            seat = event.joined.seat
            kept = self.store.of_match(match_id).get(seat)
            mine = kept is not None and event.joined.commitment == entropy_commitment(match_id, seat, kept.entropies[0])
            (self._own.add if mine else self._own.discard)((match_id, seat))
        elif event.type == "match.Ready" and (match_id, event.ready.seat) in self._own:
            revealed = bytes.fromhex(json.loads(event.canonical)["public"]["entropy"])
            if revealed not in self.store.of_match(match_id)[event.ready.seat].entropies:
                raise IntegrityError(event.seq, f"Event {event.seq} reveals entropy for your seat that is not yours.")

    async def _get(self, match_id: str) -> Match:
        answer = await self._ask(self._matches.GetMatch, match_service_pb2.GetMatchRequest(match_id=match_id))
        match: Match = answer.match
        return match

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

    def _kept(self, match_id: str, seat: int, token: str, entropy: bytes | None) -> SeatEntropy:
        if token in self._unanswered:
            return self._unanswered[token][1]
        known = self.store.of_match(match_id).get(seat)
        if known is not None and known.token == token:
            return known
        if entropy is not None and len(entropy) != ENTROPY_BYTES:
            raise ValueError(f"the entropy of a seat that commits to it has {ENTROPY_BYTES} bytes")
        return SeatEntropy(token, [new_entropy() if entropy is None else entropy])

    async def _reveal(self, match: Match, seat: int, kept: SeatEntropy) -> Match:
        # Stored before it is sent: if the answer is lost, the next round needs it.
        following = new_entropy()
        kept.entropies.append(following)
        self.store.keep(match.match_id, seat, kept)
        for entropy in reversed(kept.entropies[:-1]):
            request = fair_play_service_pb2.ReadySeatRequest(
                match_id=match.match_id,
                entropy=entropy,
                next_commitment=entropy_commitment(match.match_id, seat, following),
                request_id=uuid.uuid4().hex,
            )
            try:
                answer: Match = (await self._ask(self._fair_play.ReadySeat, request, kept.token)).match
            except ClioError as error:
                if error.reason == "ENTROPY_NOT_COMMITTED":
                    # The answer of an earlier attempt was lost: the seat is committed to another one of these.
                    continue
                if error.reason in _HARMLESS:
                    return await self._get(match.match_id)
                kept.settled = True
                self.store.keep(match.match_id, seat, kept)
                return await self._get(match.match_id)
            return answer
        return match

    def _settle(self, match_id: str) -> None:
        for seat, kept in list(self.store.of_match(match_id).items()):
            if not kept.settled:
                kept.settled = True
                self.store.keep(match_id, seat, kept)


def _has_free(match: Match) -> bool:
    return any(not seat.taken for seat in match.seats)
