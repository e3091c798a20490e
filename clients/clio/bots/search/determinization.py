"""Determinization: chance whose unknown outcomes are sampled and then fixed."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from clio.kernel.integrity.chance import Chance


class DeterminizedChance(Chance):
    """Chance with sampled pile orders; an unknown pile is shuffled on first use."""

    __slots__ = ("_known_orders", "_rng")

    def __init__(self, orders: Mapping[str, tuple[str, ...]], rng: Random) -> None:
        super().__init__(b"")
        self._known_orders: Final = dict(orders)
        self._rng: Final = rng

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The order of a pile, the same on every call."""
        order = self._known_orders.get(label)
        if order is None:
            order = self._known_orders[label] = shuffled(items, self._rng)
        return order

    def below(self, label: str, bound: int) -> int:
        """A random number below a bound."""
        del label
        return self._rng.randrange(bound)


def shuffled(items: Iterable[str], rng: Random) -> tuple[str, ...]:
    """A shuffled copy of the items."""
    mixed = list(items)
    rng.shuffle(mixed)
    return tuple(mixed)
