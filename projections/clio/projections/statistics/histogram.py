"""A histogram of integers: count, sum, extremes and bins."""

from typing import Final

import msgspec

EXACT_BELOW: Final = 128
_STEPS: Final = 4
"""Larger numbers share bins, this many per doubling, so that no histogram grows without bound."""


class Histogram(msgspec.Struct):
    """A distribution of integers. Sum and extremes are exact; ``bins`` are keyed by their lowest number.

    The key is text, since the canonical form has no other keys.
    """

    count: int = 0
    sum: int = 0
    least: int = 0
    most: int = 0
    bins: dict[str, int] = {}

    def add(self, number: int) -> None:
        """Adds a number."""
        self.least = number if self.count == 0 else min(self.least, number)
        self.most = number if self.count == 0 else max(self.most, number)
        self.count += 1
        self.sum += number
        low = str(bin_of(number))
        self.bins[low] = self.bins.get(low, 0) + 1

    def merge(self, other: "Histogram") -> None:
        """Adds all numbers of another histogram."""
        if other.count == 0:
            return
        self.least = other.least if self.count == 0 else min(self.least, other.least)
        self.most = other.most if self.count == 0 else max(self.most, other.most)
        self.count += other.count
        self.sum += other.sum
        for low, count in other.bins.items():
            self.bins[low] = self.bins.get(low, 0) + count

    def spread(self) -> list[tuple[int, int]]:
        """Returns the lowest number and the count of every bin, sorted."""
        return sorted((int(low), count) for low, count in self.bins.items())


def bin_of(number: int) -> int:
    """Returns the lowest number of the bin of a number; small numbers have their own bins."""
    if abs(number) < EXACT_BELOW:
        return number
    shift = abs(number).bit_length() - _STEPS.bit_length()
    low = abs(number) >> shift << shift
    # Below zero the bin's lowest number is the one farther away.
    return low if number > 0 else -(low + (1 << shift) - 1)


def bin_end(low: int) -> int:
    """Returns the highest number of the bin that starts with ``low``."""
    if abs(low) < EXACT_BELOW:
        return low
    shift = abs(low).bit_length() - _STEPS.bit_length()
    if low > 0:
        return low + (1 << shift) - 1
    return -(abs(low) >> shift << shift)
