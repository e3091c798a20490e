"""Logs the outage of a dependency once when it begins and once when it ends, however many retries there are."""

import threading
import time
from typing import Final

import structlog

log = structlog.get_logger()


class Outage:
    """Counts the retries between the first failure and the next success. Thread-safe."""

    def __init__(self, begins: str, ends: str, **context: object) -> None:
        """``begins`` and ``ends`` are the log events of the two lines, ``context`` is part of both."""
        self._begins: Final = begins
        self._ends: Final = ends
        self._context: Final = context
        self._lock: Final = threading.RLock()
        self._since = 0.0
        self.retries = 0
        self.active = False

    def failed(self, error: BaseException | str, **more: object) -> bool:
        """Counts a failed attempt; True if it begins the outage."""
        with self._lock:
            self.retries += 1
            if self.active:
                return False
            self.active, self.retries, self._since = True, 0, time.monotonic()
        if isinstance(error, BaseException):
            more["error_type"] = type(error).__name__
        log.warning(self._begins, error=str(error).strip(), **self._context, **more)
        return True

    def ended(self) -> None:
        """Notes a successful attempt, which ends an outage."""
        if not self.active:
            return
        with self._lock:
            self.active = False
            retries, seconds = self.retries, time.monotonic() - self._since
        log.info(self._ends, retries=retries, seconds=round(seconds, 3), **self._context)
