"""A cache of event pages: stored events of a match, encoded and ready to be sent."""

from typing import Final, NamedTuple

from clio.kernel.events.match_event import MatchEvent
from clio.server.lru_cache import LruCache

PAGE_EVENTS: Final = 100
"""Events of a full page. Pages are aligned: the first one starts with the first event of its match."""
MAX_BYTES: Final = 16 * 1024 * 1024
_BYTES_OF_AN_OBJECT: Final = 64
"""About what Python adds to each bytes object."""


class EventPage(NamedTuple):
    """Consecutive events. Their frames are the same for every viewer and hold no secrets."""

    frames: tuple[bytes, ...]
    sealed: tuple[MatchEvent, ...]
    digest: bytes
    ends_match: bool

    @property
    def is_final(self) -> bool:
        """Whether nothing can be added to an aligned page."""
        return self.ends_match or len(self.frames) == PAGE_EVENTS

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        kept = sum(len(event.canonical) + sum(map(len, event.secrets.values())) for event in self.sealed)
        return sum(map(len, self.frames)) + kept + _BYTES_OF_AN_OBJECT * (len(self.frames) + 16 * len(self.sealed) + 1)


class EventPageCache:
    """The least recently used pages, by the match and the position before them, in bounded memory."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._pages: Final[LruCache[tuple[str, int], EventPage]] = LruCache(max_bytes, weigh=_size)

    @property
    def size(self) -> int:
        """About how many bytes of memory the pages take."""
        return self._pages.weight

    def clear(self) -> None:
        """Removes all pages."""
        self._pages.clear()

    def get(self, match_id: str, after: int) -> EventPage | None:
        """The page that follows a position, if it is cached."""
        return self._pages.get((match_id, after))

    def has(self, match_id: str, after: int) -> bool:
        """Whether it is cached; any thread may ask."""
        return (match_id, after) in self._pages

    def put(self, match_id: str, after: int, page: EventPage) -> None:
        """Adds a page if it is final, evicting the least recently used."""
        if after % PAGE_EVENTS == 0 and page.is_final:
            self._pages.put_if_absent((match_id, after), page)


def _size(page: EventPage) -> int:
    return page.size
