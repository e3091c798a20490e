"""A budget of bytes that heavy calls share: what does not fit is refused, with the time to try again."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final, Self

from clio.server import errors

MIB: Final = 1024 * 1024
SHARES: Final = 2
"""One caller holds at most the budget divided by this, so that another always finds room."""
RETRY_SECONDS: Final = 1.0


class ByteBudget:
    """Counts the bytes that imports, exports and replays hold, over all callers. Used by the event loop only."""

    def __init__(self, total_mib: int) -> None:
        self.total: Final = total_mib * MIB
        self.share: Final = self.total // SHARES
        self.held = 0
        self.refused = 0
        self.reclaim: Callable[[], bool] = lambda: False
        """Evicts something that is only cached; False if nothing is left to evict."""
        self._by_caller: Final[Counter[Hashable]] = Counter()

    def lease(self, caller: Hashable) -> "Lease":
        """An empty lease for a caller."""
        return Lease(self, caller)

    def fits(self, caller: Hashable, more: int) -> bool:
        """Whether a caller may hold this many more bytes."""
        return self.held + more <= self.total and self._by_caller[caller] + more <= self.share

    def take(self, caller: Hashable, more: int) -> None:
        """Counts bytes, or refuses them."""
        while not self.fits(caller, more) and self.reclaim():
            pass
        if not self.fits(caller, more):
            self.refused += 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]
            raise errors.server_busy("work_mib", self.total // MIB, RETRY_SECONDS)
        self.held += more
        self._by_caller[caller] += more

    def give_back(self, caller: Hashable, less: int) -> None:
        """Returns bytes to the budget."""
        self.held -= less
        self._by_caller[caller] -= less
        if not self._by_caller[caller]:
            del self._by_caller[caller]


class Lease:
    """The bytes that one call holds; given back when its ``with`` ends."""

    __slots__ = ("_budget", "_caller", "size")

    def __init__(self, budget: ByteBudget, caller: Hashable) -> None:
        self._budget: Final = budget
        self._caller: Final = caller
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def grow(self, more: int) -> None:
        """Takes bytes from the budget; raises if they do not fit."""
        self._budget.take(self._caller, more)
        self.size += more

    def shrink_to(self, size: int) -> None:
        """Returns all but this many bytes."""
        if size < self.size:
            self._budget.give_back(self._caller, self.size - size)
            self.size = size

    def release(self) -> None:
        """Returns all bytes."""
        self.shrink_to(0)
