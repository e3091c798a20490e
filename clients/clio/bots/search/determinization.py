"""A world that a seat thinks possible: what it cannot know is made up, and stays as it was made up."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from clio.kernel.integrity.chance import Chance


class DeterminizedChance(Chance):
    """Piles in an order that a seat thinks possible; a pile nobody has seen yet is shuffled when it is asked for."""

    __slots__ = ("_imagined", "_rng")

    def __init__(self, orders: Mapping[str, tuple[str, ...]], rng: Random) -> None:
        super().__init__(b"")
        self._imagined: Final = dict(orders)
        self._rng: Final = rng

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The order of a pile; the same each time it is asked for."""
        order = self._imagined.get(label)
        if order is None:
            order = self._imagined[label] = shuffled(items, self._rng)
        return order

    def below(self, label: str, bound: int) -> int:
        """A number that nothing is known about."""
        del label
        return self._rng.randrange(bound)


def shuffled(items: Iterable[str], rng: Random) -> tuple[str, ...]:
    """The items in any order."""
    mixed = list(items)
    rng.shuffle(mixed)
    return tuple(mixed)
