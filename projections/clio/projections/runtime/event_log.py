"""The event log as the projections' runtime sees it; the server's match store implements it."""

from typing import Protocol

from clio.kernel.events.match_event import MatchEvent

LogPage = list[tuple[int, MatchEvent]]
"""Events with their positions in the log."""


class EventLog(Protocol):
    """All events of all matches in one order, without gaps that could still be filled."""

    def follow(self, after: int, limit: int) -> LogPage:
        """Returns the next events after a position."""

    def last_position(self) -> int:
        """Returns the position of the last event; 0 while the log is empty."""

    def read(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        """Returns the next events of one match after a sequence number."""

    def close(self) -> None:
        """Releases the connection."""
