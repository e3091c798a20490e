"""How long to wait before trying again."""

import random
from typing import Final

FIRST: Final = 0.05
LONGEST: Final = 1.0


class Backoff:
    """Twice as long each time, with jitter so that servers do not come back in step."""

    def __init__(self) -> None:
        self._pause = FIRST

    def pause(self) -> float:
        """The next pause, in seconds."""
        pause = self._pause * random.uniform(0.7, 1.3)  # noqa: S311 (no secret)
        self._pause = min(2 * self._pause, LONGEST)
        return pause

    def reset(self) -> None:
        """It worked."""
        self._pause = FIRST
