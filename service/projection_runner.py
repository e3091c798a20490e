"""Keeps a projection up with the record: follows the log in a thread of its own, and comes back after a fault."""

import threading
from typing import Final

import structlog

from projections.match_index import MatchIndex
from service.record.match_record import MatchRecord

PAGE: Final = 500
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 30.0
LOOK_AGAIN: Final = 5.0

log = structlog.get_logger()


class ProjectionRunner:
    """Woken by the writer; what it has taken in is stored with its position, so nothing counts twice."""

    def __init__(self, record: MatchRecord, index: MatchIndex, *, shared: bool = False) -> None:
        self._record: Final = record
        self._shared: Final = shared
        self._index: Final = index
        self._news: Final = threading.Condition()
        self._target = 0
        self._position = index.position()
        self._closing = False
        self._thread: Final = threading.Thread(target=self._run, name="clio-projection", daemon=True)

    def start(self) -> None:
        """Starts following."""
        self._target = self._record.last_position()
        self._thread.start()

    def close(self) -> None:
        """Ends the thread."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self, position: int) -> None:
        """Tells that the record has grown."""
        with self._news:
            self._target = max(self._target, position)
            self._news.notify_all()

    def wait_until_current(self, timeout: float) -> bool:
        """Waits until all that was recorded by now is taken in; blocking."""
        if self._shared:
            self.wake(self._record.last_position())
        with self._news:
            target = self._target
            return self._news.wait_for(lambda: self._position >= target or self._closing, timeout)

    @property
    def lag(self) -> int:
        """How many positions the projection is behind."""
        return max(0, self._target - self._position)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing:
            try:
                self._catch_up()
                pause = FIRST_PAUSE
            except Exception:
                log.exception("projection.failed", position=self._position, retry_in=pause)
                self._sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            with self._news:
                self._news.wait_for(lambda: self._target > self._position or self._closing, LOOK_AGAIN)

    def _catch_up(self) -> None:
        while not self._closing and (page := self._record.follow(self._position, PAGE)):
            self._index.take([(notification.id, self._record.event(notification)) for notification in page])
            with self._news:
                self._position = page[-1].id
                self._target = max(self._target, self._position)
                self._news.notify_all()

    def _sleep(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._closing, seconds)
