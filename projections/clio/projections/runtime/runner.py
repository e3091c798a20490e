"""Applies the event log to one view in its own thread: retries after faults, stops before an unprocessable event."""

import threading
import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import structlog

from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog
from clio.projections.runtime.log_follower import LogFollower
from clio.projections.storage.view_store import UnprocessableEventError, ViewStore
from clio.supervision.backoff import Backoff
from clio.supervision.outage import Outage
from clio.supervision.supervised_thread import SupervisedThread

PAGE: Final = 500
FIRST_PAUSE_SECONDS: Final = 0.1
MAX_PAUSE_SECONDS: Final = 30.0
BATCH_SECONDS: Final = 0.25
"""The shortest pause between pages while the server records: many small pages would slow play down.

A read of the view ends the pause, so that it costs no freshness.
"""
STANDBY_SECONDS: Final = 1.0
"""How long the server that writes a shared view may make no progress before another one takes over."""
FAR_BEHIND: Final = 100_000
CATCH_UP_FACTOR: Final = 5
"""By how much the share of CPU time grows for a view that is far behind."""
POLL_SECONDS: Final = 1.0
"""How often the log is polled for events that another process has recorded without a notification."""

log = structlog.get_logger()

Health: TypeAlias = Literal["following", "retrying", "stopped"]


class ProjectionRunner:
    """Wakes up when events are recorded. Retries a fault of the store or the log for ever, with back-off."""

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
        self._changed: Final = threading.Condition()
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
        """The last position that the view has applied."""
        return self._position

    @property
    def lag(self) -> int:
        """How many positions the view is behind the known end of the log."""
        return max(0, self._target - self._position)

    def start(self) -> None:
        """Starts the thread."""
        self.thread.start()

    def close(self) -> None:
        """Stops the thread after the current page."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self.thread.join()

    def wake(self, position: int) -> None:
        """Notes that the log has grown. Wakes the thread only if it is idle: a pause between pages is not cut short."""
        with self._changed:
            self._target = max(self._target, position)
            if self._is_idle:
                self._changed.notify_all()

    def resume(self) -> None:
        """Retries after a stop."""
        with self._changed:
            if self.health == "stopped":
                self._set_health("following")
                self._changed.notify_all()

    def wait_for(self, position: int | None, timeout: float) -> bool:
        """Waits until the view has reached a position, or the known end of the log; blocking."""
        with self._changed:
            wanted = self._target if position is None else position
            self._target = max(self._target, wanted)
            self._waiting += 1
            self._changed.notify_all()
            try:
                self._changed.wait_for(lambda: self._position >= wanted or self._is_hopeless(position), timeout)
            finally:
                self._waiting -= 1
            return self._position >= wanted

    def _is_hopeless(self, position: int | None) -> bool:
        """Whether to stop waiting: a read that asked for no position does not wait for an unavailable store."""
        return self._closing or self.health == "stopped" or (self.health == "retrying" and position is None)

    def _run(self) -> None:
        backoff = Backoff(FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS)
        while not self._closing:
            try:
                self._catch_up()
                backoff.reset()
            except UnprocessableEventError as unprocessable:
                # Health first: readers that wait must not wait for the log.
                self._stop(type(unprocessable.__cause__).__name__, unprocessable.position)
                log.exception("projection.stopped", projection=self.projection.name, position=unprocessable.position)
                self._wait_for_resume()
            except Exception as error:  # noqa: BLE001 (the store and the log may fail in any way)
                self._outage.failed(error, exc_info=error)
                self._retry(type(error).__name__, backoff.pause())

    def _catch_up(self) -> None:
        if self._follower is None:
            self._follower = LogFollower(self._record, self.projection, self._store)
            self._note_progress(max(self._follower.position, self._record.last_position()))
        started, target = time.perf_counter(), self._target
        if self._follower.advance(PAGE):
            self._moved(self._follower.position)
            if self._follower.lost_race:
                self._standby(self._follower)
            elif self._target > target or self._target <= self._position:
                self._rest(time.perf_counter() - started)
            return
        if self.health == "retrying":
            self._moved(self._position)
        with self._changed:
            self._is_idle = True
            self._changed.wait_for(lambda: self._target > self._position or self._closing, POLL_SECONDS)
            self._is_idle = False

    def _note_progress(self, target: int) -> None:
        """Updates the position and the target; the next page decides about health."""
        with self._changed:
            self._position = self._follower.position if self._follower else self._position
            self._target = max(self._target, target)

    def _moved(self, target: int) -> None:
        with self._changed:
            self._note_progress(target)
            if self.health == "retrying":
                self._set_health("following")
            self._changed.notify_all()
        self._outage.ended()

    def _rest(self, worked: float) -> None:
        """Pauses while the server records, so that play keeps the CPU; a waiting read ends the pause."""
        share = min(1.0, self.projection.share * (CATCH_UP_FACTOR if self.lag > FAR_BEHIND else 1))
        pause = max(BATCH_SECONDS, worked * (1 / share - 1))
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._waiting > 0, pause)

    def _standby(self, follower: LogFollower) -> None:
        """Leaves a shared view to the faster server while that one makes progress and no read waits here."""
        while True:
            with self._changed:
                if self._changed.wait_for(lambda: self._closing or self._waiting > 0, STANDBY_SECONDS):
                    return
            if not follower.refresh_position():
                return
            self._moved(follower.position)

    def _retry(self, error: str, pause: float) -> None:
        with self._changed:
            self._follower = None
            self.retries += 1
            self._set_health("retrying", error)
            self._changed.wait_for(lambda: self._closing, pause)

    def _stop(self, error: str, position: int) -> None:
        with self._changed:
            if self._follower is not None:
                self._position = self._follower.position
            self._set_health("stopped", f"{error} at position {position}")
            self._changed.notify_all()

    def _wait_for_resume(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self.health != "stopped")
            self._follower = None

    def _thread_failed(self, error: BaseException) -> None:
        with self._changed:
            self._follower = None
            self._is_idle = False
            self._set_health("retrying", type(error).__name__)
            self._changed.notify_all()

    def _set_health(self, health: Health, error: str = "") -> None:
        self.health, self.error = health, error
        self._on_health()
