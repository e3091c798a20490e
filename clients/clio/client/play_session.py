"""Play sessions: moves of many matches over one stream."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self
from uuid import uuid4

import grpc
import grpc.aio

from clio.client.credentials import KeySeat, Metadata
from clio.client.errors import ClioError, from_rpc, from_status
from clio.client.retry import RetryPolicy
from clio.v1.match_service_pb2 import PlayMoveResponse, PlayStreamRequest, StreamAnswer, StreamMove
from clio.v1.move_pb2 import Move

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub

MAX_IN_A_MESSAGE: Final = 512
MAX_IN_FLIGHT: Final = 2048
PATIENCE: Final = 20
"""Attempts to connect in a row before a session gives up: a server that restarts must be met again."""


class PlaySession:
    """Sends moves of any match; survives a broken connection by sending again what got no answer.

    Use it as an async context manager. Moves of one match are judged in the order in which ``play`` was called.
    """

    def __init__(
        self,
        stub: "MatchServiceAsyncStub",
        retries: RetryPolicy,
        max_in_flight: int = MAX_IN_FLIGHT,
        *,
        metadata: Metadata = (),
    ) -> None:
        self._stub: Final = stub
        self._metadata: Final = metadata
        self._retries: Final = replace(retries, attempts=PATIENCE)
        self._room: Final = asyncio.Semaphore(max_in_flight)
        self._unsent: deque[StreamMove] = deque()
        self._unanswered: Final[dict[str, tuple[StreamMove, asyncio.Future[PlayMoveResponse]]]] = {}
        self._news: Final = asyncio.Event()
        self._closing = False
        self._running: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._closing = True
        self._news.set()
        if self._running is not None:
            if kind is not None:
                self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def play(
        self, match_id: str, notation: str, seat_token: str, *, expected_seq: int = 0, request_id: str = ""
    ) -> PlayMoveResponse:
        """Makes a move; returns once it is durable. Raises what ``Client.play_move`` raises."""
        async with self._room:
            move = StreamMove(
                match_id=match_id,
                seat_token="" if isinstance(seat_token, KeySeat) else seat_token,
                seat=seat_token.seat if isinstance(seat_token, KeySeat) else None,
                move=Move(notation=notation),
                expected_seq=expected_seq,
                request_id=request_id or str(uuid4()),
            )
            answer: asyncio.Future[PlayMoveResponse] = asyncio.get_running_loop().create_future()
            self._unanswered[move.request_id] = (move, answer)
            self._unsent.append(move)
            self._news.set()
            return await answer

    async def _run(self) -> None:
        """Keeps a stream open until all moves are answered and the session is closed."""
        failures = 0
        try:
            while not self._closing or self._unanswered:
                # A new stream begins with all that has no answer, in the order it was asked. Its queue is its own:
                # what feeds a broken stream may still be waiting for a word to say.
                self._unsent = deque(move for move, _ in self._unanswered.values())
                try:
                    async for response in self._stub.PlayStream(self._requests(self._unsent), metadata=self._metadata):
                        failures = 0
                        for answer in response.answers:
                            self._settle(answer)
                except grpc.aio.AioRpcError as error:
                    failures += 1
                    told = from_rpc(error)
                    pause = self._retries.pause_after(told, failures)
                    if pause is None:
                        self._fail(told)
                        return
                    await asyncio.sleep(pause)
        finally:
            for _, future in self._unanswered.values():
                future.cancel()

    async def _requests(self, unsent: deque[StreamMove]) -> AsyncIterator[PlayStreamRequest]:
        while unsent is self._unsent and (not self._closing or self._unanswered):
            if unsent:
                moves = [unsent.popleft() for _ in range(min(MAX_IN_A_MESSAGE, len(unsent)))]
                yield PlayStreamRequest(moves=moves)
            else:
                self._news.clear()
                await self._news.wait()

    def _settle(self, answer: StreamAnswer) -> None:
        _, future = self._unanswered.pop(answer.request_id, (None, None))
        self._news.set()
        if future is None or future.done():
            return
        if answer.HasField("played"):
            future.set_result(answer.played)
        else:
            future.set_exception(from_status(answer.refused))

    def _fail(self, error: ClioError) -> None:
        for _, future in self._unanswered.values():
            if not future.done():
                future.set_exception(error)
        self._unanswered.clear()
