"""Group commit: one thread takes whatever waits and makes it durable in one transaction."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Final

import structlog
from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.match_event import MatchEvent

MOST_AT_ONCE: Final = 512
ENOUGH: Final = 64
"""With so many commands a commit does not wait for more: each costs little more than its own rows."""
QUIET_TURNS: Final = 8
"""Turns of the event loop without anything more to write, after which a commit begins; microseconds each."""
MOST_TURNS: Final = 64
"""Turns after which it begins in any case."""

log = structlog.get_logger()

Append = Callable[[Sequence[MatchEvent]], int]
OnBatch = Callable[[int, float], None]
"""Hears of every transaction: how many commands it held, and how many seconds it took. Called by the writer thread."""


class ConflictError(Exception):
    """Somebody else has written to the match since it was read."""


class RecordUnavailableError(Exception):
    """The record cannot be written now; nothing was changed."""


Settle = Callable[[Exception | None], None]
"""Called on the event loop once the events are durable, or with the reason why they are not."""


class _Waiting:
    """Events on their way to the disk, and who waits for them."""

    __slots__ = ("error", "events", "settle")

    def __init__(self, events: Sequence[MatchEvent], settle: Settle) -> None:
        self.events = events
        self.settle = settle
        self.error: Exception | None = None


class GroupCommitWriter:
    """The only writer of the record in this process.

    What is submitted while the loop is at work goes to the thread together, and what comes while the thread writes
    waits until it is done: the thread is woken once for each commit, and finds as much as possible to do. A commit
    costs much the same for one command as for many, so it does not begin while the turns of the loop still bring more.
    """

    def __init__(self, append: Append, on_commit: Callable[[int], None], on_batch: OnBatch | None = None) -> None:
        self._append: Final = append
        self._on_batch: Final = on_batch
        self._on_commit: Final = on_commit
        self._waiting: list[_Waiting] = []
        self._writing = False
        self._turns = 0
        self._quiet = 0
        self._seen = 0
        self._batches: Final[SimpleQueue[list[_Waiting] | None]] = SimpleQueue()
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Final = threading.Thread(target=self._run, name="clio-writer", daemon=True)
        self.batches = 0
        self.commits = 0
        self.conflicts = 0
        self.failures = 0
        self.position = 0
        """The last position in the log that was written here; 0 before the first."""

    @property
    def waiting(self) -> int:
        """How many commands wait for the next transaction."""
        return len(self._waiting)

    def start(self) -> None:
        """Starts the thread; called on the event loop that will wait for it."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Writes what still waits, then ends the thread."""
        self._closing = True
        if self._waiting:
            self._batches.put(self._waiting)
            self._waiting = []
        self._batches.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def submit(self, events: Sequence[MatchEvent], settle: Settle) -> None:
        """Takes events to be written; tells when they are. Called on the event loop."""
        if self._closing:
            settle(RecordUnavailableError("The server is shutting down."))
            return
        self._waiting.append(_Waiting(events, settle))
        if not self._writing:
            self._writing = True
            asyncio.get_running_loop().call_soon(self._gather)

    async def commit(self, events: Sequence[MatchEvent]) -> None:
        """Returns once the events are durable."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def settle(error: Exception | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        self.submit(events, settle)
        await future

    def _gather(self) -> None:
        """Waits for as long as more comes, then gives the thread all that waits, as much as one commit may hold."""
        waiting = len(self._waiting)
        self._quiet = 0 if waiting > self._seen else self._quiet + 1
        if 0 < waiting < ENOUGH and self._quiet <= QUIET_TURNS and self._turns < MOST_TURNS:
            self._seen = waiting
            self._turns += 1
            asyncio.get_running_loop().call_soon(self._gather)
            return
        self._seen = self._turns = self._quiet = 0
        self._writing = bool(waiting)
        if waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            self._batches.put(batch)

    def _written(self, batch: list[_Waiting]) -> None:
        """Back on the loop: the next commit is on its way before those who waited for this one are told."""
        self._gather()
        for waiting in batch:
            waiting.settle(waiting.error)

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._write(batch)
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._written, batch)

    def _write(self, batch: list[_Waiting]) -> None:
        self.batches += 1
        self.commits += len(batch)
        started = time.perf_counter()
        try:
            position = self._append([event for waiting in batch for event in waiting.events])
        except IntegrityError:
            if len(batch) > 1:
                self._write_apart(batch)
            else:
                self.conflicts += 1
                batch[0].error = ConflictError()
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must hear of it)
            self.failures += 1
            log.warning("record.not_written", commands=len(batch), error=type(error).__name__)
            for waiting in batch:
                waiting.error = _unavailable(error)
        else:
            self.position = position
            if self._on_batch is not None:
                self._on_batch(len(batch), time.perf_counter() - started)
            self._on_commit(position)

    def _write_apart(self, batch: list[_Waiting]) -> None:
        """One conflict must hurt only its own command."""
        for waiting in batch:
            self._write([waiting])


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
