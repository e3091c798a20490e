"""Applies the event log to a view page by page."""

from collections.abc import Callable
from typing import Final

from clio.projections.projection import Projection
from clio.projections.runtime.event_log import EventLog, LogPage
from clio.projections.storage.view_store import UnprocessableEventError, ViewStore


class LogFollower:
    """Applies each event exactly once: the view stores its position in the same transaction."""

    def __init__(self, record: EventLog, projection: Projection, store: ViewStore) -> None:
        self._record: Final = record
        self._projection: Final = projection
        self._store: Final = store
        self.position = store.position()

    def advance(self, limit: int, until: int | None = None) -> bool:
        """Applies one page, up to a position; False if there was none.

        Applies everything before an unprocessable event, so that the view stops right in front of it.
        """
        page = self._page(limit, until)
        if not page:
            return False
        try:
            self.position = self._store.apply_page(self._projection, self.position, page)
        except UnprocessableEventError as unprocessable:
            before = [(position, event) for position, event in page if position < unprocessable.position]
            if before:
                self.position = self._store.apply_page(self._projection, self.position, before)
            raise
        return True

    @property
    def lost_race(self) -> bool:
        """Whether another server, which shares the view, had applied the last page already."""
        return self._store.lost_race

    def refresh_position(self) -> bool:
        """Reads the view's position; True if another server has advanced it."""
        before, self.position = self.position, self._store.position()
        return self.position > before

    def _page(self, limit: int, until: int | None) -> LogPage:
        page = self._record.follow(self.position, limit)
        return page if until is None else [(position, event) for position, event in page if position <= until]


def advance_to(follower: LogFollower, until: int, limit: int, after_page: Callable[[int], None]) -> None:
    """Applies everything up to a position."""
    while follower.position < until and follower.advance(limit, until):
        after_page(follower.position)
