"""Observers of play: moves, matches and their results."""

from collections.abc import Sequence

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.aggregate import Match
from clio.server.app.command_request import CommandResult


class PlayObserver:
    """Called on the event loop, so it must be quick; this one does nothing."""

    def recorded(self, match: Match, events: Sequence[MatchEvent]) -> None:
        """A command has led to events, and they are durable."""

    def unmoved(self, game: str, outcome: CommandResult | BaseException) -> None:
        """A move was refused, or had been made before; the game is empty where it is not known."""
