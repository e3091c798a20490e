"""Players that log their requests and answers, and retry until they succeed."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.servers import bearer

if TYPE_CHECKING:
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub

RETRY_PAUSE = 0.05
PASSING = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}

BROKEN = {grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}


@dataclass
class History:
    """The requests and answers of all players."""

    acknowledged: dict[tuple[str, str], tuple[int, int, bytes]] = field(default_factory=dict)
    sent: set[tuple[str, str]] = field(default_factory=set)
    retried: int = 0
    matches: set[str] = field(default_factory=set)
    contradictions: list[str] = field(default_factory=list)
    sightings: dict[tuple[str, str], list[tuple[int, bytes]]] = field(default_factory=dict)
    """The positions and digests that each watcher received, by match, in order."""

    def acknowledge(self, match_id: str, request_id: str, answer: pb.PlayMoveResponse) -> None:
        told = (answer.first_seq, answer.seq, answer.digest)
        before = self.acknowledged.setdefault((match_id, request_id), told)
        if before != told:
            self.contradictions.append(f"{match_id} {request_id}: told {before}, then {told}")


class Player:
    """Plays all seats of match after match with its own request ids; repeats every request without an answer."""

    def __init__(  # noqa: PLR0913, PLR0917 (who plays what, where, and who is told)
        self,
        number: int,
        addresses: Sequence[str],
        game: str,
        seats: int,
        history: History,
        on_match: Callable[[str], None] | None = None,
    ) -> None:
        self._rng = random.Random(number)
        self._name = f"player-{number}"
        self._game = game
        self._seats = seats
        self._history = history
        self._requests = 0
        # Sub-second reconnection, so that a short-lived server is met at all.
        options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
        self._channels = [grpc.aio.insecure_channel(address, options=options) for address in addresses]
        self._stubs: list[MatchServiceAsyncStub] = [MatchServiceStub(channel) for channel in self._channels]  # type: ignore[misc]
        self._on_match = on_match

    async def run(self, until: asyncio.Event) -> None:
        try:
            while not until.is_set():
                await self._match(until)
        finally:
            for channel in self._channels:
                await channel.close()

    async def _match(self, until: asyncio.Event) -> None:
        token = f"{self._name}-host-token-{'x' * 32}"
        opened = await self._insist(
            "OpenMatch",
            pb.OpenMatchRequest(game=self._game, seats=self._seats, request_id=self._request(), host_token=token),
        )
        match_id = opened.match.match_id
        self._history.matches.add(match_id)
        if self._on_match is not None:
            self._on_match(match_id)
        tokens = [f"{self._name}-seat-{seat}-{'x' * 32}" for seat in range(self._seats)]
        for seat, seat_token in enumerate(tokens):
            joined = await self._insist(
                "JoinMatch",
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
            listed = await self._insist("ListLegalMoves", pb.ListLegalMovesRequest(match_id=match_id), metadata)
            request_id = self._request()
            request = pb.PlayMoveRequest(match_id=match_id, move=self._rng.choice(listed.moves), request_id=request_id)
            self._history.sent.add((match_id, request_id))
            answer = await self._insist("PlayMove", request, metadata)
            self._history.acknowledge(match_id, request_id, answer)
            to_move, status = answer.to_move, answer.status

    def _request(self) -> str:
        self._requests += 1
        return f"{self._name}-{self._requests}-{self._rng.getrandbits(64):x}"

    async def _insist(self, method: str, request: Any, metadata: Any = ()) -> Any:
        """Calls a random server; after a failure repeats the same request at a random one."""
        while True:
            call = getattr(self._rng.choice(self._stubs), method)
            try:
                return await call(request, metadata=metadata, timeout=5)
            except grpc.aio.AioRpcError as error:
                if not passes(error):
                    raise
                self._history.retried += 1
                await asyncio.sleep(RETRY_PAUSE)


def passes(error: grpc.aio.AioRpcError) -> bool:
    """Whether a failure is transient: a lost connection or a retryable status. A fault of the service is not."""
    told = "grpc-status-details-bin" in dict(error.trailing_metadata() or ())
    return error.code() in PASSING or (not told and error.code() in BROKEN)
