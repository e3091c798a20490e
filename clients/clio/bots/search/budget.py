"""Search budgets: time or iterations per move."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MAX_SECONDS: Final = 3600.0
MAX_ITERATIONS: Final = 10_000_000
_ITERATIONS: Final = "it"


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds per move, or iterations per move, which make a seeded search reproducible on any machine."""

    seconds: float = 0.5
    iterations: int = 0

    def clock(self) -> Callable[[], bool]:
        """Starts the clock; returns a function that says whether the budget is spent."""
        if self.iterations:
            left = iter(range(self.iterations - 1))
            return lambda: next(left, None) is None
        end = time.perf_counter() + self.seconds
        return lambda: time.perf_counter() >= end


def parse_budget(text: str) -> Budget:
    """``0.2`` is seconds, ``200it`` iterations; ValueError for anything else."""
    if text.endswith(_ITERATIONS):
        budget = Budget(iterations=int(text.removesuffix(_ITERATIONS)))
        if not 0 < budget.iterations <= MAX_ITERATIONS:
            raise ValueError(text)
        return budget
    budget = Budget(seconds=float(text))
    if not 0 < budget.seconds <= MAX_SECONDS:
        raise ValueError(text)
    return budget
