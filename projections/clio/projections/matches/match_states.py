"""The boards of matches under way, kept in memory as long as there is room, else folded again from the record."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent

MAX_STATES: Final = 2048

History = Callable[[str, int], Iterable[MatchEvent]]
"""The events of a match before a position of its own."""


class MatchStates:
    """Gives each match's state after the event last shown; boards hold secrets and are never stored."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], history: History, max_states: int = MAX_STATES) -> None:
        self._games: Final = games
        self._history: Final = history
        self._max_states: Final = max_states
        self._known: OrderedDict[str, tuple[int, Any]] = OrderedDict()

    def before(self, event: MatchEvent) -> tuple[Game[Any, Any], Any]:
        """The game, and its state as a fact found it."""
        game = self._games[event.type.partition(".")[0]]
        seq, state = self._known.get(event.match_id, (0, None))
        return game, state if seq == event.seq - 1 else self._fold(game, event)

    def advance(self, event: MatchEvent, fact: GameEvent) -> Game[Any, Any]:
        """Moves the match's state over a fact; gives the game."""
        game, state = self.before(event)
        self._keep(event, game.evolve(state, fact))
        return game

    def skip(self, event: MatchEvent) -> None:
        """Passes over an event that changes no board."""
        seq, state = self._known.get(event.match_id, (0, None))
        if seq == event.seq - 1:
            self._keep(event, state)

    def drop(self, match_id: str) -> None:
        """The match is over."""
        self._known.pop(match_id, None)

    def clear(self) -> None:
        """Forgets everything."""
        self._known.clear()

    def _keep(self, event: MatchEvent, state: object) -> None:
        self._known[event.match_id] = (event.seq, state)
        self._known.move_to_end(event.match_id)
        if len(self._known) > self._max_states:
            self._known.popitem(last=False)

    def _fold(self, game: Game[Any, Any], event: MatchEvent) -> object:
        state: Any = None
        seq = 0
        for earlier in self._history(event.match_id, event.seq):
            if isinstance(earlier.payload, GameEvent):
                state = game.evolve(state, earlier.payload)
            seq = earlier.seq
        if seq != event.seq - 1:
            raise LookupError(f"match {event.match_id}: the record ends at {seq}, before event {event.seq}")
        self._known[event.match_id] = (seq, state)
        return state
