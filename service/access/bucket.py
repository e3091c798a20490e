"""A token bucket: so many a second in the long run, and a burst at once."""

import time
from typing import Final


class Bucket:
    """Fills with time up to its size; what is spent must be in it."""

    __slots__ = ("_filled_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        """``rate`` a second; at least one fits in."""
        self._rate: Final = rate
        self._size: Final = max(1.0, size)
        self._left = self._size
        self._filled_at = time.monotonic()

    def spend(self) -> float:
        """Takes one, and gives 0; where there is none it gives the seconds until there is."""
        now = time.monotonic()
        left = self._left + (now - self._filled_at) * self._rate
        self._left = left = min(left, self._size)
        self._filled_at = now
        if left >= 1.0:
            self._left = left - 1.0
            return 0.0
        return (1.0 - left) / self._rate

    def refund(self) -> None:
        """Puts one back that was taken for nothing."""
        self._left = min(self._left + 1.0, self._size)
