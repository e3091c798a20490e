"""The timed window: from the start signal until it ends or a caller has nothing left to play."""

import time
from statistics import median


class Window:
    """Counts what was confirmed, and how long each took."""

    def __init__(self, seconds: float) -> None:
        self.started = time.perf_counter()
        self._end = self.started + seconds
        self._closed = False
        self._taken: list[float] = []

    @property
    def is_open(self) -> bool:
        """Whether another call may begin."""
        return not self._closed and time.perf_counter() < self._end

    def close(self) -> None:
        """Ends the window: a caller has nothing left to play."""
        self._closed = True

    def add(self, began: float) -> None:
        """A call that began at that time is confirmed now."""
        self._taken.append(time.perf_counter() - began)

    def result(self) -> dict[str, float]:
        """How many in what time, and the median of one, in milliseconds."""
        middle = median(self._taken) * 1000 if self._taken else 0.0
        return {"count": len(self._taken), "seconds": time.perf_counter() - self.started, "p50": middle}
