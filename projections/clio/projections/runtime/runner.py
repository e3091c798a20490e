"""Keeps one view up with the record in a thread of its own; comes back after faults, stops before poison."""

import threading
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import structlog

from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog
from clio.projections.runtime.log_follower import LogFollower
from clio.projections.runtime.outage import Outage
from clio.projections.runtime.supervised_thread import SupervisedThread
from clio.projections.storage.view_store import UnprocessableEventError, ViewStore

PAGE: Final = 500
FIRST_PAUSE: Final = 0.1
MAX_PAUSE: Final = 30.0
BREATH: Final = 0.25
"""What is recorded meanwhile is taken in together: many small pages would cost play more than they are worth.

Whoever reads a view ends the rest, so that it costs no freshness.
"""
STAND_BY: Final = 1.0
"""How long a server that keeps a shared view may be silent before another one goes on with it."""
FAR_BEHIND: Final = 100_000
HASTE: Final = 5
"""By how much a view's share grows that has fallen so far behind."""
LOOK_AGAIN: Final = 1.0
"""How soon events are seen that another process has recorded, if nobody tells of them."""

log = structlog.get_logger()

Health: TypeAlias = Literal["following", "retrying", "stopped"]


class ProjectionRunner:
    """Woken by whoever records. A fault of the store or the record is retried for ever, ever more slowly."""

    def __init__(
        self, record: EventLog, projection: Projection, store: ViewStore, on_health: Callable[[], None]
    ) -> None:
        self.projection: Final = projection
        self.health: Health = "following"
        self.error = ""
        self.retries = 0
        self._record: Final = record
        self._store: Final = store
        self._on_health: Final = on_health
        self._news: Final = threading.Condition()
        self._follower: LogFollower | None = None
        self._position = 0
        self._target = 0
        self._waiting = 0
        self._is_idle = False
        self._closing = False
        self._outage: Final = Outage("projection.failed", "projection.recovered", projection=projection.name)
        self.thread: Final = SupervisedThread(f"clio-{projection.name}", self._run, self._thread_failed)

    @property
    def position(self) -> int:
        """The last position it has taken in."""
        return self._position

    @property
    def lag(self) -> int:
        """How many positions it is known to be behind."""
        return max(0, self._target - self._position)

    def start(self) -> None:
        """Starts following."""
        self.thread.start()

    def close(self) -> None:
        """Ends the thread after the page it is at."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        self.thread.join()

    def wake(self, position: int) -> None:
        """Tells that the record has grown. One that rests is left to it: every commit would wake all of them."""
        with self._news:
            self._target = max(self._target, position)
            if self._is_idle:
                self._news.notify_all()

    def resume(self) -> None:
        """Tries again after it has stopped."""
        with self._news:
            if self.health == "stopped":
                self._become("following")
                self._news.notify_all()

    def wait_for(self, position: int | None, timeout: float) -> bool:
        """Waits until a position, or all that is known of, is taken in; blocking."""
        with self._news:
            wanted = self._target if position is None else position
            self._target = max(self._target, wanted)
            self._waiting += 1
            self._news.notify_all()
            try:
                self._news.wait_for(lambda: self._position >= wanted or self._is_hopeless(position), timeout)
            finally:
                self._waiting -= 1
            return self._position >= wanted

    def _is_hopeless(self, position: int | None) -> bool:
        """Whether waiting may not help: who did not ask for a position is not kept waiting for a store that is away."""
        return self._closing or self.health == "stopped" or (self.health == "retrying" and position is None)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing:
            try:
                self._catch_up()
                pause = FIRST_PAUSE
            except UnprocessableEventError as poison:
                log.exception("projection.stopped", projection=self.projection.name, position=poison.position)
                self._stop(type(poison.__cause__).__name__, poison.position)
            except Exception as error:  # noqa: BLE001 (the store and the record may fail in any way)
                self._outage.failed(error, exc_info=error)
                self._retry(type(error).__name__, pause)
                pause = min(pause * 2, MAX_PAUSE)

    def _catch_up(self) -> None:
        if self._follower is None:
            self._follower = LogFollower(self._record, self.projection, self._store)
            self._look_up(max(self._follower.position, self._record.last_position()))
        started, target = time.perf_counter(), self._target
        if self._follower.advance(PAGE):
            self._moved(self._follower.position)
            if self._follower.was_beaten:
                self._stand_by(self._follower)
            elif self._target > target or self._target <= self._position:
                self._rest(time.perf_counter() - started)
            return
        if self.health == "retrying":
            self._moved(self._position)
        with self._news:
            self._is_idle = True
            self._news.wait_for(lambda: self._target > self._position or self._closing, LOOK_AGAIN)
            self._is_idle = False

    def _look_up(self, target: int) -> None:
        """Notes where the view and the log are; whether events can be taken in is seen with the next page."""
        with self._news:
            self._position = self._follower.position if self._follower else self._position
            self._target = max(self._target, target)

    def _moved(self, target: int) -> None:
        with self._news:
            self._look_up(target)
            if self.health == "retrying":
                self._become("following")
            self._news.notify_all()
        self._outage.ended()

    def _rest(self, worked: float) -> None:
        """While the server records, leaves the interpreter to play, unless somebody waits for the view."""
        share = min(1.0, self.projection.share * (HASTE if self.lag > FAR_BEHIND else 1))
        pause = max(BREATH, worked * (1 / share - 1))
        with self._news:
            self._news.wait_for(lambda: self._closing or self._waiting > 0, pause)

    def _stand_by(self, follower: LogFollower) -> None:
        """Leaves a shared view to the server that is quicker, for as long as that one goes on and nobody waits here."""
        while True:
            with self._news:
                if self._news.wait_for(lambda: self._closing or self._waiting > 0, STAND_BY):
                    return
            if not follower.look():
                return
            self._moved(follower.position)

    def _retry(self, error: str, pause: float) -> None:
        with self._news:
            self._follower = None
            self.retries += 1
            self._become("retrying", error)
            self._news.wait_for(lambda: self._closing, pause)

    def _stop(self, error: str, position: int) -> None:
        with self._news:
            if self._follower is not None:
                self._position = self._follower.position
            self._become("stopped", f"{error} at position {position}")
            self._news.notify_all()
            self._news.wait_for(lambda: self._closing or self.health != "stopped")
            self._follower = None

    def _thread_failed(self, error: BaseException) -> None:
        with self._news:
            self._follower = None
            self._is_idle = False
            self._become("retrying", type(error).__name__)
            self._news.notify_all()

    def _become(self, health: Health, error: str = "") -> None:
        self.health, self.error = health, error
        self._on_health()
