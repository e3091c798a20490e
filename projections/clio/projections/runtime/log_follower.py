"""Reads the record's log page by page into a view."""

from collections.abc import Callable
from typing import Final

from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog, LogPage
from clio.projections.storage.view_store import UnprocessableEventError, ViewStore


class LogFollower:
    """Takes the next events into a view, exactly once each: the position is stored with the view."""

    def __init__(self, record: EventLog, projection: Projection, store: ViewStore) -> None:
        self._record: Final = record
        self._projection: Final = projection
        self._store: Final = store
        self.position = store.position()

    def advance(self, limit: int, until: int | None = None) -> bool:
        """Takes one page in, up to a position; tells whether there was one.

        Before a poisonous event everything is taken in, so that the view stands right in front of it.
        """
        page = self._page(limit, until)
        if not page:
            return False
        try:
            self.position = self._store.take(self._projection, self.position, page)
        except UnprocessableEventError as poison:
            sound = [(position, event) for position, event in page if position < poison.position]
            if sound:
                self.position = self._store.take(self._projection, self.position, sound)
            raise
        return True

    @property
    def was_beaten(self) -> bool:
        """Whether another server had taken the last page in already: it keeps the same view."""
        return self._store.was_beaten

    def look(self) -> bool:
        """Tells whether others have brought the view on, without doing anything for it."""
        before, self.position = self.position, self._store.position()
        return self.position > before

    def _page(self, limit: int, until: int | None) -> LogPage:
        page = self._record.follow(self.position, limit)
        return page if until is None else [(position, event) for position, event in page if position <= until]


def advance_to(follower: LogFollower, until: int, limit: int, after_page: Callable[[int], None]) -> None:
    """Takes in everything up to a position."""
    while follower.position < until and follower.advance(limit, until):
        after_page(follower.position)
