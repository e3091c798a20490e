"""Replay: a match after any of its events, folded once, with checkpoints for random access."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.aggregate import BrokenChainError, Match
from clio.kernel.missing_game import game_or_missing
from clio.kernel.state_size import demand_bounded_state

EVERY: Final = 32
"""The smallest distance between two checkpoints, in events."""
MAX_CHECKPOINTS: Final = 64
"""Checkpoints over the whole match; a longer match has them further apart."""

Pace = Callable[[Sequence[MatchEvent]], Iterator[MatchEvent]]


class Replay:
    """All events of a match, and the match after each of them. Never calls the rules. One thread at a time uses it.

    Memory is linear in the length of the match: there are at most ``MAX_CHECKPOINTS`` checkpoints over the match, and
    finer ones, every ``EVERY`` events, in the range between two of them that was read last.
    """

    def __init__(self, events: Sequence[MatchEvent], games: Mapping[str, Game[Any, Any]]) -> None:
        opened = events[0].payload
        if not isinstance(opened, Opened):
            raise BrokenChainError("a match begins by being opened")
        self.events: Final = events
        steps = -(-len(events) // (EVERY * MAX_CHECKPOINTS))
        self._stride: Final = EVERY * max(1, steps)
        self._checkpoints: Final = [Match(events[0].match_id, opened, game_or_missing(games, opened.game))]
        self._near: list[Match] = []
        """The finer checkpoints of one range, from its start on."""

    @property
    def last(self) -> int:
        """The position of the last event."""
        return len(self.events)

    def at(self, seq: int, pace: Pace = iter) -> Match:
        """The match after an event, as a copy that the caller may change. ``pace`` lets a long fold pause."""
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
        """A copy of a match, advanced to a later event."""
        advanced = duplicate(match)
        for event in pace(self.events[advanced.seq : seq]):
            advanced.apply(event)
            if event.seq % EVERY == 0:
                demand_bounded_state(advanced.state)
        return advanced


def duplicate(match: Match) -> Match:
    """An independent copy of a match; the two share only immutable values."""
    clone = copy(match)
    clone.seats = list(match.seats)
    clone.ended = dict(match.ended)
    clone.requests = match.requests.copy()
    if match.history is not None:
        clone.history = match.history.duplicate()
    return clone
