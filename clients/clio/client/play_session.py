"""Play sessions: moves of many matches over one stream."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import grpc
import grpc.aio

from clio.client.connection import checked_timeout, silent
from clio.client.credentials import Metadata
from clio.client.errors import ClioError, from_rpc, from_status
from clio.client.first_status import FirstStatus
from clio.client.retry import RetryPolicy
from clio.client.stream_moves import stream_move
from clio.v1.match_service_pb2 import PlayMoveResponse, PlayStreamRequest, StreamAnswer, StreamMove
from clio.v1.move_pb2 import Move

if TYPE_CHECKING:
    # Only the type stubs know it.
    from clio.v1.match_service_pb2_grpc import MatchServiceAsyncStub

MAX_IN_A_MESSAGE: Final = 512
MAX_IN_FLIGHT: Final = 2048
PATIENCE: Final = 20
"""Consecutive attempts to connect before a session gives up: enough for a server that restarts."""


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

    async def play(  # noqa: PLR0913 (as ``Client.play_move``)
        self,
        match_id: str,
        move: str | Move,
        token: str | None = None,
        *,
        expected_seq: int | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> PlayMoveResponse:
        """Makes a move; returns once it is durable. Raises what ``Client.play_move`` raises.

        ``timeout`` is for the whole of it. A move that was given up may have been made: repeat it with its request id.
        """
        seconds = None if timeout is None else checked_timeout(timeout)
        try:
            async with asyncio.timeout(seconds), self._room:
                sent = stream_move(match_id, move, token, expected_seq=expected_seq, request_id=request_id)
                answer: asyncio.Future[PlayMoveResponse] = asyncio.get_running_loop().create_future()
                self._unanswered[sent.request_id] = (sent, answer)
                self._unsent.append(sent)
                self._news.set()
                return await answer
        except TimeoutError as error:
            raise silent() from error

    async def _run(self) -> None:
        """Keeps a stream open until all moves are answered and the session is closed."""
        failures = 0
        try:
            while not self._closing or self._unanswered:
                # A new stream begins with all that has no answer, in the order it was asked. Its queue is its own:
                # the writer of a broken stream may still be waiting for its next move.
                self._unsent = deque(move for move, _ in self._unanswered.values())
                call = self._stub.PlayStream(self._requests(self._unsent), metadata=self._metadata)
                status = FirstStatus(call)
                try:
                    async for response in call:
                        failures = 0
                        for answer in response.answers:
                            self._settle(answer)
                except grpc.aio.AioRpcError as error:
                    failures += 1
                    failure = from_rpc(status.of(error))
                    pause = self._retries.pause_after(failure, failures)
                    if pause is None:
                        self._fail(failure)
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
