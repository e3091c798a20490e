"""How sure a share of wins is."""

from math import sqrt
from typing import Final, NamedTuple

_Z: Final = 1.959963984540054
"""The normal distribution has 95 % of itself within so many standard deviations."""


class Interval(NamedTuple):
    """From where to where."""

    low: float
    high: float


def win_interval(wins: float, matches: int) -> Interval:
    """Wilson's 95 % interval of the true share of wins; a shared win counts as its part of one."""
    if not matches:
        return Interval(0.0, 1.0)
    share, spread = wins / matches, _Z * _Z / matches
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z * sqrt(share * (1 - share) / matches + spread / (4 * matches)) / (1 + spread)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
