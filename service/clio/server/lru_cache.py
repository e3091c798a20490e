"""A least-recently-used cache of bounded weight."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Values by key, evicting the least recently used.

    Without ``weigh`` every value weighs 1 and any thread may call: each step is one atomic operation of the
    dictionary. With it, one thread changes the cache, and others may only ask whether it has a key.
    """

    __slots__ = ("_capacity", "_entries", "_weigh", "hits", "misses", "weight")

    def __init__(self, capacity: int, weigh: Callable[[V], int] | None = None) -> None:
        """``capacity`` is the largest total weight."""
        self._capacity: Final = capacity
        self._weigh: Final = weigh
        self._entries: Final[OrderedDict[K, V]] = OrderedDict()
        self.weight = 0
        """The total of the weights; 0 for a cache without ``weigh``."""
        self.hits = 0
        self.misses = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def get(self, key: K) -> V | None:
        """The value, which becomes the most recently used; None where it is absent."""
        value = self._entries.get(key)
        if value is None:
            self.misses += 1
            return None
        self.hits += 1
        try:  # noqa: SIM105 (called for every move; `suppress` costs more than the rest)
            self._entries.move_to_end(key)
        except KeyError:
            pass
        return value

    def peek(self, key: K) -> V | None:
        """The value, without counting it as used."""
        return self._entries.get(key)

    def put(self, key: K, value: V) -> None:
        """Adds or replaces a value, evicting the least recently used."""
        if self._weigh is not None:
            self.drop(key)
            self.weight += self._weigh(value)
        self._entries[key] = value
        with suppress(KeyError):
            self._entries.move_to_end(key)
        self._evict()

    def put_if_absent(self, key: K, value: V) -> V:
        """Adds a value unless the key has one; returns the value that the key has then."""
        kept = self._entries.setdefault(key, value)
        if self._weigh is not None and kept is value:
            self.weight += self._weigh(value)
        self._evict()
        return kept

    def drop(self, key: K) -> V | None:
        """Removes a value; returns it, or None where it was absent."""
        value = self._entries.pop(key, None)
        if value is not None and self._weigh is not None:
            self.weight -= self._weigh(value)
        return value

    def evict_one(self, may_evict: Callable[[V], bool]) -> V | None:
        """Removes and returns the least recently used value that may be evicted; None where there is none."""
        for key, value in self._entries.items():
            if may_evict(value):
                return self.drop(key)
        return None

    def clear(self) -> None:
        """Removes all values."""
        self._entries.clear()
        self.weight = 0

    def _evict(self) -> None:
        with suppress(KeyError):
            while (self.weight if self._weigh is not None else len(self._entries)) > self._capacity:
                _, evicted = self._entries.popitem(last=False)
                if self._weigh is not None:
                    self.weight -= self._weigh(evicted)
