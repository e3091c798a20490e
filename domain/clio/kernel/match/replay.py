"""A match at any of its events: folded once, with checkpoints to jump to, forwards and backwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.aggregate import BrokenChainError, Match
from clio.kernel.state_size import demand_bounded_state

EVERY: Final = 32
"""The fewest events between two checkpoints."""
MAX_CHECKPOINTS: Final = 64
"""Checkpoints over the whole match; a longer match has them further apart, and as many again where it is looked at."""

Pace = Callable[[Sequence[MatchEvent]], Iterator[MatchEvent]]


class Replay:
    """All events of a match, and the match after each of them. Never calls the rules. One thread at a time uses it.

    Memory grows with the length of the match only: there are at most ``MAX_CHECKPOINTS`` checkpoints over the match,
    and checkpoints every ``EVERY`` events in the stretch between two of them that was asked for last.
    """

    def __init__(self, events: Sequence[MatchEvent], games: Mapping[str, Game[Any, Any]]) -> None:
        opened = events[0].payload
        if not isinstance(opened, Opened):
            raise BrokenChainError("a match begins by being opened")
        self.events: Final = events
        steps = -(-len(events) // (EVERY * MAX_CHECKPOINTS))
        self._stride: Final = EVERY * max(1, steps)
        self._checkpoints: Final = [Match(events[0].match_id, opened, games[opened.game])]
        self._near: list[Match] = []
        """Checkpoints within one stretch, from its start on."""

    @property
    def last(self) -> int:
        """The position of the last event."""
        return len(self.events)

    def at(self, seq: int, pace: Pace = iter) -> Match:
        """The match after an event; the caller may change what it gets. ``pace`` lets a long fold make pauses."""
        if not 0 <= seq <= self.last:
            raise IndexError(f"there is no event {seq}")
        while len(self._checkpoints) <= seq // self._stride:
            self._checkpoints.append(
                self._advanced(self._checkpoints[-1], self._checkpoints[-1].seq + self._stride, pace)
            )
        start = self._checkpoints[seq // self._stride]
        if seq - start.seq < EVERY:
            return self._advanced(start, seq)
        if not self._near or self._near[0] is not start:
            self._near = [start]
        while len(self._near) <= (seq - start.seq) // EVERY:
            self._near.append(self._advanced(self._near[-1], self._near[-1].seq + EVERY))
        return self._advanced(self._near[(seq - start.seq) // EVERY], seq)

    def _advanced(self, match: Match, seq: int, pace: Pace = iter) -> Match:
        """A copy of a match, taken on to a later event."""
        twin = duplicate(match)
        for event in pace(self.events[twin.seq : seq]):
            twin.apply(event)
            if event.seq % EVERY == 0:
                demand_bounded_state(twin.state)
        return twin


def duplicate(match: Match) -> Match:
    """The same match, free to go on by itself; what it shares with the first is never changed."""
    twin = copy(match)
    twin.seats = list(match.seats)
    twin.ended = dict(match.ended)
    twin.requests = match.requests.copy()
    if match.history is not None:
        twin.history = match.history.duplicate()
    return twin
