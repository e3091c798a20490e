"""How long a bot thinks about a move."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 3600.0
MOST: Final = 10_000_000
_ITERATIONS: Final = "it"


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds a move; or iterations a move, so that the same seed gives the same moves on any machine."""

    seconds: float = 0.5
    iterations: int = 0

    def clock(self) -> Callable[[], bool]:
        """Starts to count; tells each time it is asked whether the budget is spent."""
        if self.iterations:
            left = iter(range(self.iterations - 1))
            return lambda: next(left, None) is None
        end = time.perf_counter() + self.seconds
        return lambda: time.perf_counter() >= end


def parse_budget(text: str) -> Budget:
    """``0.2`` is seconds, ``200it`` iterations; ValueError for anything else."""
    if text.endswith(_ITERATIONS):
        budget = Budget(iterations=int(text.removesuffix(_ITERATIONS)))
        if not 0 < budget.iterations <= MOST:
            raise ValueError(text)
        return budget
    budget = Budget(seconds=float(text))
    if not 0 < budget.seconds <= LONGEST:
        raise ValueError(text)
    return budget
