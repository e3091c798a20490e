"""The events that were recorded last, still in memory for those who follow the log."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from clio.kernel.events.match_event import MatchEvent

MAX_KEPT: Final = 8_192

Page = list[tuple[int, MatchEvent]]


class RecentEvents:
    """By position in the log. One thread writes, any number read; whatever is missing here, the store has."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self._most: Final = most
        self._events: Final[dict[int, MatchEvent]] = {}

    def add(self, positions: Sequence[int], events: Sequence[MatchEvent]) -> None:
        """Takes in events that are durable."""
        kept = self._events
        kept.update(zip(positions, events, strict=True))
        for oldest in list(islice(kept, max(0, len(kept) - self._most))):
            del kept[oldest]

    def clear(self) -> None:
        """Forgets all of them; the store has what is true."""
        for position in list(self._events):
            self._events.pop(position, None)

    def after(self, position: int, limit: int) -> Page:
        """The events right after a position, as far as they are here without a gap."""
        page: Page = []
        for following in range(position + 1, position + 1 + limit):
            event = self._events.get(following)
            if event is None:
                break
            page.append((following, event))
        return page
