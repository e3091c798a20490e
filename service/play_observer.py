"""Whoever wants to know what comes of play."""

from collections.abc import Sequence

from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from service.job import Done


class PlayObserver:
    """Hears of it on the event loop, so it must be quick; this one does nothing."""

    def recorded(self, match: Match, events: Sequence[MatchEvent]) -> None:
        """A command has led to events, and they are durable."""

    def unmoved(self, game: str, outcome: Done | BaseException) -> None:
        """A move was refused, or had been made before; the game is empty where it is not known."""
