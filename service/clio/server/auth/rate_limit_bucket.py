"""A token bucket: so many a second in the long run, and a burst at once."""

import time
from typing import Final


class TokenBucket:
    """Fills with time up to its size; what is spent must be in it."""

    __slots__ = ("_filled_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        """``rate`` a second; at least one fits in."""
        self._rate: Final = rate
        self._size: Final = max(1.0, size)
        self._left = self._size
        self._filled_at = time.monotonic()

    def spend(self, weight: float = 1.0) -> float:
        """Takes a weight, and gives 0; where there is too little it gives the seconds until there is enough.

        A weight beyond the bucket's size takes a full bucket.
        """
        weight = min(weight, self._size)
        left = self._fill()
        if left >= weight:
            self._left = left - weight
            return 0.0
        return (weight - left) / self._rate

    def refund(self) -> None:
        """Puts one back that was taken for nothing."""
        self._left = min(self._left + 1.0, self._size)

    def owe(self, weight: float) -> float:
        """Takes a weight also where there is too little; gives the seconds until the debt is paid."""
        self._left = left = self._fill() - weight
        return max(0.0, -left / self._rate)

    def _fill(self) -> float:
        now = time.monotonic()
        self._left = left = min(self._left + (now - self._filled_at) * self._rate, self._size)
        self._filled_at = now
        return left
