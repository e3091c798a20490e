"""Group commit: one thread takes whatever waits and makes it durable in one transaction."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.match_event import MatchEvent

MOST_AT_ONCE: Final = 512

Append = Callable[[Sequence[MatchEvent]], int]


class ConflictError(Exception):
    """Somebody else has written to the match since it was read."""


class RecordUnavailableError(Exception):
    """The record cannot be written now; nothing was changed."""


class _Waiting:
    """Events on their way to the disk, and who waits for them."""

    __slots__ = ("error", "events", "future", "position")

    def __init__(self, events: Sequence[MatchEvent], future: "asyncio.Future[int]") -> None:
        self.events = events
        self.future = future
        self.position = 0
        self.error: Exception | None = None

    def settle(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.position)


class GroupCommitWriter:
    """The only writer of the record in this process."""

    def __init__(self, append: Append, on_commit: Callable[[int], None]) -> None:
        self._append: Final = append
        self._on_commit: Final = on_commit
        self._waiting: deque[_Waiting] = deque()
        self._wake: Final = threading.Condition()
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Final = threading.Thread(target=self._run, name="clio-writer", daemon=True)
        self.batches = 0
        self.commits = 0

    def start(self) -> None:
        """Starts the thread; called on the event loop that will wait for it."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Writes what still waits, then ends the thread."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    async def commit(self, events: Sequence[MatchEvent]) -> int:
        """Returns once the events are durable."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        with self._wake:
            if self._closing:
                raise RecordUnavailableError("The server is shutting down.")
            self._waiting.append(_Waiting(events, future))
            self._wake.notify()
        return await future

    def _run(self) -> None:
        while batch := self._take():
            self._write(batch)
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(_settle, batch)

    def _take(self) -> list[_Waiting]:
        with self._wake:
            while not self._waiting and not self._closing:
                self._wake.wait()
            return [self._waiting.popleft() for _ in range(min(MOST_AT_ONCE, len(self._waiting)))]

    def _write(self, batch: list[_Waiting]) -> None:
        self.batches += 1
        self.commits += len(batch)
        try:
            position = self._append([event for waiting in batch for event in waiting.events])
        except IntegrityError:
            if len(batch) > 1:
                self._write_apart(batch)
            else:
                batch[0].error = ConflictError()
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear of it)
            for waiting in batch:
                waiting.error = _unavailable(error)
        else:
            for waiting in batch:
                waiting.position = position
            self._on_commit(position)

    def _write_apart(self, batch: list[_Waiting]) -> None:
        """One conflict must hurt only its own command."""
        for waiting in batch:
            self._write([waiting])


def _settle(batch: list[_Waiting]) -> None:
    for waiting in batch:
        waiting.settle()


def _unavailable(error: Exception) -> Exception:
    """With all that led to it: a failed roll-back hides why there had to be one."""
    if not isinstance(error, PersistenceError):
        return error
    causes: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        causes.append(str(cause))
        cause = cause.__cause__ or cause.__context__
    return RecordUnavailableError("; ".join(causes))
