"""The change feed: what is recorded in all matches, each change once and in order, across lost connections."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Final, Protocol

import grpc
import grpc.aio

from clio.client.chain import GENESIS, link
from clio.client.connection import SILENCE_SECONDS, checked_timeout, silent
from clio.client.errors import IntegrityError, from_rpc
from clio.client.retry import RetryPolicy
from clio.v1.feed_service_pb2 import (
    CHANGE_KIND_MATCHES,
    Change,
    FeedCursor,
    StreamChangesRequest,
    StreamChangesResponse,
)

_BROKEN_CONNECTION: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
MAX_FOLLOWED: Final = 100_000
"""Matches whose chains are followed; of more, those without news for the longest time are no longer checked."""


class FeedCall(Protocol):
    """An open stream, as ``grpc.aio`` has it."""

    async def read(self) -> object:
        """The next part, or ``grpc.aio.EOF``."""

    def cancel(self) -> bool:
        """Cancels the stream."""


class ChangeFeed:
    """Iterate over it: changes, for ever. Store ``change.cursor`` with what you made of the change, and go on there.

    A lost connection is made again, at any server, and the feed goes on where it stopped. A feed of events without a
    filter by type is checked against the chains: an event of a match that is missing, or does not continue the one
    before, raises ``IntegrityError``.
    """

    def __init__(
        self,
        connect: Callable[[StreamChangesRequest], FeedCall],
        request: StreamChangesRequest,
        *,
        retries: RetryPolicy | None = None,
        silence_seconds: float | None = None,
    ) -> None:
        self._connect: Final = connect
        self._request: Final = StreamChangesRequest()
        self._request.CopyFrom(request)
        self._retries: Final = retries or RetryPolicy(attempts=30)
        self._silence_seconds: Final = SILENCE_SECONDS if silence_seconds is None else checked_timeout(silence_seconds)
        self._checked: Final = not request.types and request.kind != CHANGE_KIND_MATCHES
        self._heads: Final[dict[str, tuple[int, bytes]]] = {}
        self.caught_up = False
        """Whether everything that was recorded at some moment of this connection has been delivered."""

    @property
    def cursor(self) -> FeedCursor:
        """Where the feed goes on: after the last change delivered, or later if nothing was to be delivered since."""
        found = FeedCursor()
        found.CopyFrom(self._request.after)
        return found

    async def __aiter__(self) -> AsyncGenerator[Change, None]:
        failures = 0
        while True:
            call = self._connect(self._request)
            try:
                while (part := await self._read(call)) is not None:
                    failures = 0
                    for change in self._changes(part):
                        yield change
                    self.caught_up = self.caught_up or part.caught_up
                pause = self._retries.pause(failures := failures + 1)
            except grpc.aio.AioRpcError as error:
                failures += 1
                pause = self._pause_or_give_up(error, failures)
            except TimeoutError as error:
                failures += 1
                if failures >= self._retries.attempts:
                    raise silent() from error
                pause = self._retries.pause(failures)
            finally:
                call.cancel()
                self.caught_up = False
            await asyncio.sleep(pause)

    async def _read(self, call: FeedCall) -> StreamChangesResponse | None:
        async with asyncio.timeout(self._silence_seconds):
            part = await call.read()
        return part if isinstance(part, StreamChangesResponse) else None

    def _pause_or_give_up(self, error: grpc.aio.AioRpcError, failures: int) -> float:
        if error.code() in _BROKEN_CONNECTION and failures < self._retries.attempts:
            return self._retries.pause(failures)
        failure = from_rpc(error)
        pause = self._retries.pause_after(failure, failures)
        if pause is None:
            raise failure from error
        return pause

    def _changes(self, part: StreamChangesResponse) -> Iterator[Change]:
        for change in part.changes:
            if change.cursor.position <= self._request.after.position:
                raise IntegrityError(0, f"The feed went back to position {change.cursor.position}.")
            if self._checked:
                self._check(change)
            self._go_on_after(change.cursor)
            yield change
        if part.cursor.position > self._request.after.position:
            self._go_on_after(part.cursor)

    def _go_on_after(self, cursor: FeedCursor) -> None:
        self._request.after.CopyFrom(cursor)
        self._request.from_now = False

    def _check(self, change: Change) -> None:
        event, known = change.event, self._heads.pop(change.match_id, None)
        if known is None and event.seq == 1:
            known = (0, GENESIS)
        if known is not None and (event.seq != known[0] + 1 or event.digest != link(known[1], event.canonical)):
            raise IntegrityError(
                event.seq, f"Event {event.seq} of match {change.match_id} does not continue event {known[0]}."
            )
        self._heads[change.match_id] = (event.seq, event.digest)
        if event.type in ("match.Finished", "match.Aborted"):
            del self._heads[change.match_id]
        elif len(self._heads) > MAX_FOLLOWED:
            del self._heads[next(iter(self._heads))]
