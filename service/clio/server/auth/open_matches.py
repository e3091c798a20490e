"""The matches that one caller has open at this server, and those it is opening right now."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final


class OpenMatches:
    """Counts a match from the moment its opening is admitted, so that openings under way share one quota.

    A match id counts once, however many requests name it. Nothing here awaits: a check and the reservation that
    follows it cannot be separated by another call.
    """

    __slots__ = ("_opened", "_opening")

    def __init__(self) -> None:
        self._opened: Final[dict[str, None]] = {}
        """Opened, as far as they are not known to be over; the longest unseen first."""
        self._opening: Final[Counter[str]] = Counter()
        """Admitted and not yet settled, with the number of requests that wait for each; never one of the above."""

    def __len__(self) -> int:
        return len(self._opened) + len(self._opening)

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._opened or match_id in self._opening

    def reserve(self, match_id: str) -> None:
        """Counts a match that is about to be opened."""
        if match_id not in self._opened:
            self._opening[match_id] += 1

    def confirm(self, match_id: str) -> None:
        """Records that the match is open: it stays counted until it is known to be over."""
        self._opening.pop(match_id, None)
        self._opened[match_id] = None

    def release(self, match_id: str) -> None:
        """Gives a reservation back whose opening was refused; other requests for the same match keep theirs."""
        waiting = self._opening.get(match_id, 0)
        if waiting > 1:
            self._opening[match_id] = waiting - 1
        else:
            self._opening.pop(match_id, None)

    def longest_unseen(self, most: int) -> Iterator[str]:
        """The matches to look at first when room is needed."""
        return iter(tuple(islice(self._opened, most)))

    def seen(self, match_id: str, *, is_open: bool) -> None:
        """Takes in what was found out about a match; one that is still open goes to the end of the queue."""
        if self._opened.pop(match_id, match_id) is None and is_open:
            self._opened[match_id] = None
