"""Exponential back-off with jitter."""

import random
from typing import Final

FIRST_SECONDS: Final = 0.05
MAX_SECONDS: Final = 1.0
_JITTER: Final = 0.3


class Backoff:
    """Doubles the pause after each failure, up to a maximum. Jitter keeps servers from retrying in step."""

    def __init__(self, first: float = FIRST_SECONDS, longest: float = MAX_SECONDS) -> None:
        self._first: Final = first
        self._longest: Final = longest
        self._next = first

    def pause(self) -> float:
        """Returns the seconds to wait before the next attempt."""
        pause = self._next * random.uniform(1 - _JITTER, 1 + _JITTER)  # noqa: S311 (no secret)
        self._next = min(2 * self._next, self._longest)
        return pause

    def reset(self) -> None:
        """Starts over after a success."""
        self._next = self._first
