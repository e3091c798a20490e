"""The draws from one deck or bag: its shuffles, and the components drawn from each."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain, repeat

from clio.kernel.integrity.chance import Chance
from clio.kernel.limits import MAX_DRAWS, is_impossible_pool
from clio.kernel.message import NO_MESSAGE, Message, message


class DeckDraws:
    """A deck or bag: its shuffles, and the components drawn from each."""

    __slots__ = ("drawn", "items", "label", "left", "order", "orders", "shuffled", "shuffles")

    def __init__(self, label: str) -> None:
        self.label = label
        self.shuffles = 0
        self.shuffled = 0
        self.items: tuple[str, ...] = ()
        self.left: Counter[str] | None = None
        self.order: tuple[str, ...] | None = None
        self.drawn: list[str] = []
        self.orders: dict[str, list[str]] = {}

    def shuffle(self, pool: Mapping[str, int] | None) -> Message:
        """Shuffles a pool; draws come from it until the next shuffle."""
        if pool is None or is_impossible_pool(pool):
            return message("the pool of {label} cannot be", label=self.label)
        self.shuffled += sum(pool.values())
        if self.shuffled > MAX_DRAWS:
            return message("{label} is shuffled too often", label=self.label)
        self.shuffles += 1
        self.items, self.left = laid_out(pool), None
        self.order = None
        self.drawn = self.orders[self.name] = []
        return NO_MESSAGE

    def copy_from(self, other: "DeckDraws") -> None:
        """Takes over the draws of another checker's deck."""
        self.shuffles, self.shuffled, self.items, self.order = other.shuffles, other.shuffled, other.items, None
        self.left = None if other.left is None else other.left.copy()
        self.orders = {name: list(drawn) for name, drawn in other.orders.items()}
        self.drawn = self.orders.get(self.name, [])

    @property
    def name(self) -> str:
        """The label of the current shuffle's stream."""
        return self.label if self.shuffles == 1 else f"{self.label}#{self.shuffles}"

    def draw(self, tiles: tuple[str, ...], chance: Chance | None) -> Message:
        """Draws components; returns why they differ from what chance gives."""
        start = len(self.drawn)
        left = len(self.items) - start
        # One component more than the deck has is enough to show an overdraw; a forged record may list any number.
        self.drawn.extend(tiles[: max(0, left + 1)])
        if len(tiles) > left:
            return message("more is drawn from {label} than it has left ({left})", label=self.label, left=max(0, left))
        if chance is None:
            return self._settle(tiles)
        if self.order is None:
            self.order = chance.shuffle(self.name, self.items)
        due = self.order[start : len(self.drawn)]
        if tiles == due:
            return NO_MESSAGE
        place = next(place for place, tile in enumerate(due) if tile != tiles[place])
        where = message("draw {number} of {label}", number=start + place + 1, label=self.label)
        return message(
            "{where} is shown as {tiles}, chance gives {due}",
            where=where,
            tiles=repr(tiles[place]),
            due=repr(due[place]),
        )

    def _settle(self, tiles: tuple[str, ...]) -> Message:
        if self.left is None:
            self.left = Counter(self.items)
        self.left.subtract(tiles)
        wrong = next((tile for tile in tiles if self.left[tile] < 0), None)
        return (
            NO_MESSAGE
            if wrong is None
            else message("{wrong} is not left in {label}", wrong=repr(wrong), label=self.label)
        )


def laid_out(pool: Mapping[str, int]) -> tuple[str, ...]:
    """Every component of a pool in canonical order."""
    components = sorted(pool)
    return tuple(chain.from_iterable(map(repeat, components, map(pool.__getitem__, components))))
