"""Confidence intervals of win rates."""

from math import sqrt
from typing import Final, NamedTuple

_Z: Final = 1.959963984540054
"""The z-score of a 95 % confidence level."""


class Interval(NamedTuple):
    """A closed interval."""

    low: float
    high: float


def win_interval(wins: float, matches: int) -> Interval:
    """Wilson's 95 % score interval of the win rate; a shared win counts as a fraction."""
    if not matches:
        return Interval(0.0, 1.0)
    share, spread = wins / matches, _Z * _Z / matches
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z * sqrt(share * (1 - share) / matches + spread / (4 * matches)) / (1 + spread)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
