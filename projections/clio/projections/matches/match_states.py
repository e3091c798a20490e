"""A cache of the states of running matches; an evicted state is rebuilt from the log."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game, GameEvent
from clio.kernel.missing_game import game_or_missing

MAX_STATES: Final = 2048

History = Callable[[str, int], Iterable[MatchEvent]]
"""Returns the events of a match before a sequence number."""


class MatchStates:
    """Keeps the state of each match after its last event. States hold secrets and are never stored."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], history: History, max_states: int = MAX_STATES) -> None:
        self._games: Final = games
        self._history: Final = history
        self._max_states: Final = max_states
        self._states: OrderedDict[str, tuple[int, Any]] = OrderedDict()

    def before(self, event: MatchEvent) -> tuple[Game[Any, Any], Any]:
        """Returns the game and its state before an event."""
        game = game_or_missing(self._games, event.type.partition(".")[0])
        seq, state = self._states.get(event.match_id, (0, None))
        return game, state if seq == event.seq - 1 else self._fold(game, event)

    def advance(self, event: MatchEvent, fact: GameEvent) -> Game[Any, Any]:
        """Applies a game event to the state of its match; returns the game."""
        game, state = self.before(event)
        self._store(event, game.evolve(state, fact))
        return game

    def follow(self, event: MatchEvent, game: Game[Any, Any]) -> Any:  # noqa: ANN401 (the state of any game)
        """Applies an event of any kind to the state of its match; returns the state, None before the set-up."""
        seq, state = self._states.get(event.match_id, (0, None))
        if seq != event.seq - 1:
            state = self._fold(game, event)
        if isinstance(event.payload, GameEvent):
            state = game.evolve(state, event.payload)
        self._store(event, state)
        return state

    def skip(self, event: MatchEvent) -> None:
        """Notes an event that does not change the state."""
        seq, state = self._states.get(event.match_id, (0, None))
        if seq == event.seq - 1:
            self._store(event, state)

    def drop(self, match_id: str) -> None:
        """Removes the state of a match that is over."""
        self._states.pop(match_id, None)

    def clear(self) -> None:
        """Removes all states."""
        self._states.clear()

    def _store(self, event: MatchEvent, state: object) -> None:
        self._states[event.match_id] = (event.seq, state)
        self._states.move_to_end(event.match_id)
        if len(self._states) > self._max_states:
            self._states.popitem(last=False)

    def _fold(self, game: Game[Any, Any], event: MatchEvent) -> object:
        state: Any = None
        seq = 0
        for earlier in self._history(event.match_id, event.seq):
            if isinstance(earlier.payload, GameEvent):
                state = game.evolve(state, earlier.payload)
            seq = earlier.seq
        if seq != event.seq - 1:
            raise LookupError(f"match {event.match_id}: the record ends at {seq}, before event {event.seq}")
        self._states[event.match_id] = (seq, state)
        return state
