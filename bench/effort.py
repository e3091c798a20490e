"""The effort of a run: counts and durations follow from it."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

Value = TypeVar("Value")

FEW: Final = 4


class Effort(msgspec.Struct, frozen=True):
    """Rounds of so many seconds, and counts in proportion to ``size``."""

    name: str
    rounds: int
    seconds: float
    size: float

    def count(self, number: int, least: int = 1) -> int:
        """So many in a full run, fewer in a lesser one."""
        return max(least, round(number * self.size))

    def width(self, in_flight: int) -> int:
        """So many at once; a run that only shows that the bench works has few."""
        return min(in_flight, FEW) if self.is_smoke else in_flight

    def some(self, values: Sequence[Value]) -> Sequence[Value]:
        """All of them in a full run, else the last, which is the one that targets speak of."""
        return values if self.is_full else values[-1:]

    @property
    def is_smoke(self) -> bool:
        """Whether it only shows that the bench works."""
        return self.size < QUICK.size

    @property
    def is_full(self) -> bool:
        """Whether the figures may be quoted."""
        return self.size >= 1


FULL: Final = Effort("full", rounds=5, seconds=1.2, size=1.0)
QUICK: Final = Effort("quick", rounds=2, seconds=0.3, size=0.1)
SMOKE: Final = Effort("smoke", rounds=1, seconds=0.03, size=0.01)
EFFORTS: Final = {effort.name: effort for effort in (FULL, QUICK, SMOKE)}
