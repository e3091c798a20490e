"""Stretches of a match's past, ready to be sent, and how many of them are kept in memory."""

from collections import OrderedDict
from typing import Final, NamedTuple

from clio.kernel.events.match_event import MatchEvent

STRETCH: Final = 100
"""Events of a whole stretch. Stretches begin where one that starts with the first event would."""
ROOM: Final = 16 * 1024 * 1024
_AN_OBJECT: Final = 64
"""About what Python adds to each string of bytes that is kept."""


class EventPage(NamedTuple):
    """Consecutive events: their bytes are the same for everybody; the secrets of the sealed ones are not among them."""

    frames: tuple[bytes, ...]
    sealed: tuple[MatchEvent, ...]
    digest: bytes
    ends_match: bool

    @property
    def is_final(self) -> bool:
        """Whether nothing can be added to it, given that it begins where stretches do."""
        return self.ends_match or len(self.frames) == STRETCH

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        kept = sum(len(event.canonical) + sum(map(len, event.secrets.values())) for event in self.sealed)
        return sum(map(len, self.frames)) + kept + _AN_OBJECT * (len(self.frames) + 16 * len(self.sealed) + 1)


class EventPageCache:
    """The stretches that were used last, by the match and the position before them, in bounded room."""

    def __init__(self, room: int = ROOM) -> None:
        self._room: Final = room
        self._kept: Final[OrderedDict[tuple[str, int], EventPage]] = OrderedDict()
        self.size = 0

    def clear(self) -> None:
        """Forgets all of them."""
        self._kept.clear()
        self.size = 0

    def get(self, match_id: str, after: int) -> EventPage | None:
        """The stretch that follows a position, if it is kept."""
        stretch = self._kept.get((match_id, after))
        if stretch is not None:
            self._kept.move_to_end((match_id, after))
        return stretch

    def has(self, match_id: str, after: int) -> bool:
        """Whether it is kept; any thread may ask."""
        return (match_id, after) in self._kept

    def put(self, match_id: str, after: int, stretch: EventPage) -> None:
        """Keeps a stretch if it is final, and lets go of those that have not been used for longest."""
        if after % STRETCH or not stretch.is_final or (match_id, after) in self._kept:
            return
        self._kept[match_id, after] = stretch
        self.size += stretch.size
        while self.size > self._room:
            self.size -= self._kept.popitem(last=False)[1].size
