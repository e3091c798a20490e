"""A supervised thread: after an exception the work is logged, counted and restarted with back-off."""

import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from clio.supervision.backoff import Backoff

MAX_PAUSE_SECONDS: Final = 5.0
"""The longest pause; work that ran longer than this before it failed starts over with the shortest one."""

log = structlog.get_logger()


class SupervisedThread:
    """Runs until its work returns. Any exception, even ``SystemExit``, restarts the work."""

    def __init__(
        self, name: str, work: Callable[[], None], on_failure: Callable[[BaseException], None] | None = None
    ) -> None:
        """``on_failure`` runs in the thread before the restart: it releases callers that wait for the work."""
        self.name: Final = name
        self._work: Final = work
        self._on_failure: Final = on_failure
        self._stopping: Final = threading.Event()
        self._lock: Final = threading.Lock()
        self._thread: threading.Thread | None = None
        self.failing = False
        self.restarts = 0

    def start(self) -> None:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_current(self) -> bool:
        """Whether the caller runs in this thread."""
        return self._thread is threading.current_thread()

    @property
    def healthy(self) -> bool:
        """Whether the work runs without a failure, was not started yet, or was asked to stop."""
        return self._stopping.is_set() or self._thread is None or (self._thread.is_alive() and not self.failing)

    def join(self) -> None:
        """Waits for the work to return and allows no further restart."""
        self._stopping.set()
        if self._thread is not None and not self.is_current:
            self._thread.join()

    def revive(self) -> None:
        """Starts a new thread if this one was killed from outside; health checks call it."""
        with self._lock:
            if self._stopping.is_set() or self._thread is None or self._thread.is_alive():
                return
            self.restarts += 1
            log.error("thread.restarted", thread=self.name)
            self._notify(RuntimeError(f"the thread {self.name} was ended"))
            self.start()

    def _run(self) -> None:
        backoff, failures = Backoff(longest=MAX_PAUSE_SECONDS), 0
        while True:
            started = time.monotonic()
            self.failing = False
            try:
                self._work()
                break
            except BaseException as error:  # noqa: BLE001 (the work must go on after any error)
                self.failing = True
                self.restarts += 1
                if time.monotonic() - started > MAX_PAUSE_SECONDS:
                    backoff.reset()
                    failures = 0
                failures += 1
                self._log(error, failures)
                self._notify(error)
            if self._stopping.wait(backoff.pause()):
                break

    def _log(self, error: BaseException, failures: int) -> None:
        """Logs the first of consecutive failures; the metric counts the rest."""
        if failures == 1:
            log.error("thread.failed", thread=self.name, restarts=self.restarts, exc_info=error)

    def _notify(self, error: BaseException) -> None:
        if self._on_failure is None:
            return
        try:
            self._on_failure(error)
        except Exception:
            log.exception("thread.observer_failed", thread=self.name)


def thread_check(
    threads: Callable[[], Iterable[SupervisedThread]], healthy: Callable[[], bool] = lambda: True
) -> Callable[[], Awaitable[bool]]:
    """Builds a health check that also revives threads which were killed from outside."""

    async def check() -> bool:
        found = list(threads())
        all_healthy = all(each.healthy for each in found)
        for each in found:
            each.revive()
        return all_healthy and healthy()

    return check
