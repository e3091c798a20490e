"""Players that write down what they sent and what they were told, and never give up."""

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.servers import bearer

if TYPE_CHECKING:
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub

PASSING = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}


@dataclass
class History:
    """What all players sent and were told."""

    acknowledged: dict[tuple[str, str], tuple[int, int, bytes]] = field(default_factory=dict)
    sent: set[tuple[str, str]] = field(default_factory=set)
    retried: int = 0
    matches: set[str] = field(default_factory=set)
    contradictions: list[str] = field(default_factory=list)

    def acknowledge(self, match_id: str, request_id: str, answer: pb.PlayMoveResponse) -> None:
        told = (answer.first_seq, answer.seq, answer.digest)
        before = self.acknowledged.setdefault((match_id, request_id), told)
        if before != told:
            self.contradictions.append(f"{match_id} {request_id}: told {before}, then {told}")


class Player:
    """Plays match after match, every seat of them, with request ids of its own; repeats whatever got no answer."""

    def __init__(self, number: int, address: str, game: str, seats: int, history: History) -> None:
        self._rng = random.Random(number)
        self._name = f"player-{number}"
        self._game = game
        self._seats = seats
        self._history = history
        self._requests = 0
        # Sub-second reconnection, so that a short-lived server is met at all.
        options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self._stub: MatchServiceAsyncStub = MatchServiceStub(self._channel)  # type: ignore[assignment]

    async def run(self, until: asyncio.Event) -> None:
        try:
            while not until.is_set():
                await self._match(until)
        finally:
            await self._channel.close()

    async def _match(self, until: asyncio.Event) -> None:
        token = f"{self._name}-host-token-{'x' * 32}"
        opened = await self._insist(
            self._stub.OpenMatch,
            pb.OpenMatchRequest(game=self._game, seats=self._seats, request_id=self._request(), host_token=token),
        )
        match_id = opened.match.match_id
        self._history.matches.add(match_id)
        tokens = [f"{self._name}-seat-{seat}-{'x' * 32}" for seat in range(self._seats)]
        for seat, seat_token in enumerate(tokens):
            joined = await self._insist(
                self._stub.JoinMatch,
                pb.JoinMatchRequest(
                    match_id=match_id,
                    seat=seat,
                    name=f"{self._name} {seat}",
                    request_id=self._request(),
                    seat_token=seat_token,
                ),
            )
        to_move, status = joined.match.to_move, joined.match.status
        while status == match_pb2.MATCH_STATUS_PLAYING and not until.is_set():
            metadata = bearer(tokens[to_move[0]])
            listed = await self._insist(
                self._stub.ListLegalMoves, pb.ListLegalMovesRequest(match_id=match_id), metadata
            )
            request_id = self._request()
            request = pb.PlayMoveRequest(match_id=match_id, move=self._rng.choice(listed.moves), request_id=request_id)
            self._history.sent.add((match_id, request_id))
            answer = await self._insist(self._stub.PlayMove, request, metadata)
            self._history.acknowledge(match_id, request_id, answer)
            to_move, status = answer.to_move, answer.status

    def _request(self) -> str:
        self._requests += 1
        return f"{self._name}-{self._requests}-{self._rng.getrandbits(64):x}"

    async def _insist(self, call: Any, request: Any, metadata: Any = ()) -> Any:
        while True:
            try:
                return await call(request, metadata=metadata, timeout=5)
            except grpc.aio.AioRpcError as error:
                if error.code() not in PASSING:
                    raise
                self._history.retried += 1
                await asyncio.sleep(0.05)
