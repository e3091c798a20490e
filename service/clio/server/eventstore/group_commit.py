"""Group commit: one thread writes all waiting commands in one transaction."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Final

import msgspec
import structlog
from eventsourcing.persistence import IntegrityError, PersistenceError

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import GameEvent
from clio.supervision.outage import Outage
from clio.supervision.supervised_thread import SupervisedThread

MAX_AT_ONCE: Final = 512
ENOUGH: Final = 32
"""A commit of this many commands does not wait for more: the event loop answers these callers while others are
written."""
QUIET_TURNS: Final = 8
"""Idle turns of the event loop, of microseconds each, after which a commit begins."""
MAX_TURNS: Final = 64
"""The maximum number of turns before a commit begins."""

log = structlog.get_logger()

Append = Callable[[Sequence[MatchEvent]], int]
BeforeAppend = Callable[[Sequence[MatchEvent]], None]
OnBatch = Callable[[int, float], None]
"""Called on the writer thread after every transaction, with its commands and its seconds."""


class ConflictError(Exception):
    """Another server has appended to the match since it was read."""


class RecordUnavailableError(Exception):
    """The record cannot be written now; nothing was changed."""


OnDurable = Callable[[Exception | None], None]
"""Called on the event loop once the events are durable, or with the error."""


class _Waiting(msgspec.Struct):
    """Events that wait for their commit."""

    events: Sequence[MatchEvent]
    on_durable: OnDurable
    decided: bool = False
    """Whether their outcome is known: durable, or ``error``."""
    error: Exception | None = None

    def decide(self, error: Exception | None = None) -> None:
        """Sets the outcome."""
        self.error, self.decided = error, True


class _Batch(list[_Waiting]):
    """The commands of one transaction."""

    is_settled = False


class GroupCommitWriter:
    """The only writer of the record in this process.

    What is submitted while the loop is at work goes to the thread together, and what comes while the thread writes
    waits until it is done: the thread is woken once for each commit, and finds as much as possible to do. A commit
    costs much the same for one command as for many, so it does not begin while the turns of the loop still bring more.
    """

    def __init__(
        self,
        append: Append,
        on_commit: Callable[[int], None],
        on_batch: OnBatch | None = None,
        before_append: BeforeAppend | None = None,
    ) -> None:
        """``before_append`` is called on the writer thread with the lifecycle events of a commit, if it has any.

        It may raise to prevent the commit.
        """
        self._before_append: Final = before_append
        self._append: Final = append
        self._on_batch: Final = on_batch
        self._on_commit: Final = on_commit
        self._waiting: list[_Waiting] = []
        self._writing = False
        self._turns = 0
        self._quiet = 0
        self._seen = 0
        self._last_size = 0
        """How many commands the last commit had."""
        self._queue: Final[deque[_Batch]] = deque()
        """Batches stay here until they are written: a thread that fails loses none."""
        self._wake: Final[SimpleQueue[None]] = SimpleQueue()
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outage: Final = Outage("record.not_written", "record.written")
        self.thread: Final = SupervisedThread("clio-writer", self._run, self._abandon)
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
        self.thread.start()

    def close(self) -> None:
        """Writes what still waits, then ends the thread."""
        if self._waiting:
            self._queue.append(_Batch(self._waiting))
            self._waiting = []
        self._closing = True
        self._wake.put(None)
        self.thread.join()
        while self._queue:
            self._abandon(RuntimeError("the writer has ended"))

    def submit(self, events: Sequence[MatchEvent], on_durable: OnDurable) -> None:
        """Queues events for the next commit. Called on the event loop."""
        if self._closing:
            on_durable(RecordUnavailableError("The server is shutting down."))
            return
        self._waiting.append(_Waiting(events, on_durable))
        if not self._writing:
            self._writing = True
            asyncio.get_running_loop().call_soon(self._gather)

    async def commit(self, events: Sequence[MatchEvent]) -> None:
        """Returns once the events are durable."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def resolve(error: Exception | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        self.submit(events, resolve)
        await future

    def _gather(self) -> None:
        """Waits while more commands arrive, then passes the queue to the thread, up to the size of one commit."""
        waiting = len(self._waiting)
        # After a commit of one command the next caller is probably alone too: it does not wait for others.
        is_alone = waiting == self._last_size == 1
        self._quiet = 0 if waiting > self._seen else self._quiet + 1
        if 0 < waiting < ENOUGH and not is_alone and self._quiet <= QUIET_TURNS and self._turns < MAX_TURNS:
            self._seen = waiting
            self._turns += 1
            asyncio.get_running_loop().call_soon(self._gather)
            return
        self._seen = self._turns = self._quiet = 0
        self._writing = bool(waiting)
        if waiting:
            batch, self._waiting = self._waiting[:MAX_AT_ONCE], self._waiting[MAX_AT_ONCE:]
            self._last_size = len(batch)
            self._queue.append(_Batch(batch))
            self._wake.put(None)

    def _written(self, batch: _Batch) -> None:
        """On the event loop: starts the next commit, then settles the commands of this one."""
        if batch.is_settled:
            return
        batch.is_settled = True
        self._gather()
        for waiting in batch:
            try:
                waiting.on_durable(waiting.error)
            except Exception:
                log.exception("record.not_settled")

    def _run(self) -> None:
        while True:
            closing = self._closing
            while self._queue:
                self._write(self._queue[0])
                self._hand_back()
            if closing:
                return
            self._wake.get()

    def _hand_back(self) -> None:
        """Has the first batch settled on the loop."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._written, self._queue[0])
        self._queue.popleft()

    def _abandon(self, error: BaseException) -> None:
        """Fails the commands of the current batch after the thread has failed: their outcome is unknown."""
        if not self._queue:
            return
        self.failures += 1
        for waiting in self._queue[0]:
            if not waiting.decided:
                waiting.decide(RecordUnavailableError(f"the writer failed: {type(error).__name__}"))
        self._hand_back()

    def _write(self, batch: Sequence[_Waiting]) -> None:
        self.batches += 1
        self.commits += len(batch)
        started = time.perf_counter()
        try:
            events = [event for waiting in batch for event in waiting.events]
            lifecycle = [event for event in events if not isinstance(event.payload, GameEvent)]
            if lifecycle and self._before_append is not None:
                self._before_append(lifecycle)
            position = self._append(events)
        except IntegrityError:
            if len(batch) > 1:
                self._write_apart(batch)
            else:
                self.conflicts += 1
                batch[0].decide(ConflictError())
        except Exception as error:  # noqa: BLE001 (every waiting command gets the error)
            self.failures += 1
            self._outage.failed(error, commands=len(batch))
            for waiting in batch:
                waiting.decide(_unavailable(error))
        else:
            for waiting in batch:
                waiting.decide()
            self._committed(position, len(batch), time.perf_counter() - started)

    def _committed(self, position: int, commands: int, seconds: float) -> None:
        """Notifies observers; their failures do not affect the commit."""
        self.position = position
        self._outage.ended()
        try:
            if self._on_batch is not None:
                self._on_batch(commands, seconds)
            self._on_commit(position)
        except Exception:
            log.exception("record.observer_failed")

    def _write_apart(self, batch: Sequence[_Waiting]) -> None:
        """Writes each command alone, so that a conflict fails only its own."""
        for waiting in batch:
            self._write([waiting])


def _unavailable(error: Exception) -> Exception:
    """Includes the causes: a failed roll-back hides the first error."""
    if not isinstance(error, PersistenceError):
        return error
    causes: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        causes.append(str(cause))
        cause = cause.__cause__ or cause.__context__
    return RecordUnavailableError("; ".join(causes))
