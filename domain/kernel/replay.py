"""A match at any of its events: folded once, with checkpoints to jump to, forwards and backwards."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from domain.kernel.game import Game
from domain.kernel.lifecycle import Opened
from domain.kernel.match import BrokenChainError, Match
from domain.kernel.match_event import MatchEvent

EVERY: Final = 32
"""How many events lie between two checkpoints."""


class Replay:
    """All events of a match, and the match after each of them. Never calls the rules."""

    def __init__(self, events: Sequence[MatchEvent], games: Mapping[str, Game[Any, Any]]) -> None:
        opened = events[0].payload
        if not isinstance(opened, Opened):
            raise BrokenChainError("a match begins by being opened")
        self.events: Final = events
        self._checkpoints: Final = [Match(events[0].match_id, opened, games[opened.game])]

    @property
    def last(self) -> int:
        """The position of the last event."""
        return len(self.events)

    def at(self, seq: int) -> Match:
        """The match after an event; the caller may change what it gets."""
        if not 0 <= seq <= self.last:
            raise IndexError(f"there is no event {seq}")
        while len(self._checkpoints) <= seq // EVERY:
            self._checkpoints.append(self._advanced(len(self._checkpoints) * EVERY))
        return self._advanced(seq)

    def _advanced(self, seq: int) -> Match:
        start = min(seq // EVERY, len(self._checkpoints) - 1)
        match = duplicate(self._checkpoints[start])
        for event in self.events[start * EVERY : seq]:
            match.apply(event)
        return match


def duplicate(match: Match) -> Match:
    """The same match, free to go on by itself; what it shares with the first is never changed."""
    twin = copy(match)
    twin.seats = list(match.seats)
    twin.ended = dict(match.ended)
    twin.requests = match.requests.copy()
    if match.history is not None:
        twin.history = match.history.duplicate()
    return twin
