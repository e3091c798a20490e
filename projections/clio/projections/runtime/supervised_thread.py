"""A supervised thread: work that ends by an exception is logged, counted and begun again."""

import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

FIRST_PAUSE: Final = 0.05
MAX_PAUSE: Final = 5.0

log = structlog.get_logger()


class SupervisedThread:
    """Runs until its work returns. Whatever else ends the work, even ``SystemExit``, begins it again."""

    def __init__(
        self, name: str, work: Callable[[], None], on_failure: Callable[[BaseException], None] | None = None
    ) -> None:
        """``on_failure`` is called by the thread before it begins again: those who wait for it must hear of it."""
        self.name: Final = name
        self._work: Final = work
        self._on_failure: Final = on_failure
        self._ended: Final = threading.Event()
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
        """Whether there is a thread at work."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_current(self) -> bool:
        """Whether the caller is this thread."""
        return self._thread is threading.current_thread()

    @property
    def healthy(self) -> bool:
        """Whether the work goes on, or has ended as it should."""
        return self._ended.is_set() or self._thread is None or (self._thread.is_alive() and not self.failing)

    def join(self) -> None:
        """Waits for the work to return, unless it was never started."""
        self._ended.set()
        if self._thread is not None and not self.is_current:
            self._thread.join()

    def revive(self) -> None:
        """Starts another thread where this one was ended from outside; called now and then."""
        with self._lock:
            if self._ended.is_set() or self._thread is None or self._thread.is_alive():
                return
            self.restarts += 1
            log.error("thread.restarted", thread=self.name)
            self._tell(RuntimeError(f"the thread {self.name} was ended"))
            self.start()

    def _run(self) -> None:
        pause, failures = FIRST_PAUSE, 0
        while True:
            began = time.monotonic()
            self.failing = False
            try:
                self._work()
                break
            except BaseException as error:  # noqa: BLE001 (whatever it is, the work has to go on)
                self.failing = True
                self.restarts += 1
                if time.monotonic() - began > MAX_PAUSE:
                    pause, failures = FIRST_PAUSE, 0
                failures += 1
                self._log(error, failures)
                self._tell(error)
            # Set where somebody waits for the end: no further attempt then.
            if self._ended.wait(pause):
                break
            pause = min(2 * pause, MAX_PAUSE)

    def _log(self, error: BaseException, failures: int) -> None:
        """One line for the first failure of a row; the metric counts the rest."""
        if failures == 1:
            log.error("thread.failed", thread=self.name, restarts=self.restarts, exc_info=error)

    def _tell(self, error: BaseException) -> None:
        if self._on_failure is None:
            return
        try:
            self._on_failure(error)
        except Exception:
            log.exception("thread.failure_not_told", thread=self.name)


def look_at(
    threads: Callable[[], Iterable[SupervisedThread]], healthy: Callable[[], bool] = lambda: True
) -> Callable[[], Awaitable[bool]]:
    """A look for health checks, which also starts threads again that were ended from outside."""

    async def look() -> bool:
        found = list(threads())
        sound = all(each.healthy for each in found)
        for each in found:
            each.revive()
        return sound and healthy()

    return look
