"""The matches that one caller has open at this server, and those being opened."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final


class OpenMatches:
    """Counts a match from the moment its opening is admitted, so that concurrent openings share one quota.

    A match id counts once, however many requests name it. Nothing here awaits: a check and the reservation that
    follows it cannot be separated by another call.
    """

    __slots__ = ("_opened", "_opening")

    def __init__(self) -> None:
        self._opened: Final[dict[str, None]] = {}
        """Opened and not known to be over; least recently checked first."""
        self._opening: Final[Counter[str]] = Counter()
        """Admitted and not yet confirmed, with the number of waiting requests; disjoint from the opened ones."""

    def __len__(self) -> int:
        return len(self._opened) + len(self._opening)

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._opened or match_id in self._opening

    def reserve(self, match_id: str) -> None:
        """Counts a match that is about to be opened."""
        if match_id not in self._opened:
            self._opening[match_id] += 1

    def confirm(self, match_id: str) -> None:
        """Marks the match as open: it counts until it is known to be over."""
        self._opening.pop(match_id, None)
        self._opened[match_id] = None

    def release(self, match_id: str) -> None:
        """Releases the reservation of a rejected opening; other requests for the same match keep theirs."""
        waiting = self._opening.get(match_id, 0)
        if waiting > 1:
            self._opening[match_id] = waiting - 1
        else:
            self._opening.pop(match_id, None)

    def least_recently_checked(self, most: int) -> Iterator[str]:
        """Returns the matches to check first when slots are needed."""
        return iter(tuple(islice(self._opened, most)))

    def checked(self, match_id: str, *, is_open: bool) -> None:
        """Updates a match after a check; one that is still open moves to the end of the queue."""
        if self._opened.pop(match_id, match_id) is None and is_open:
            self._opened[match_id] = None
