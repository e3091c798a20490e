"""The deadlines of all matches: when a flag falls, a round of readiness lapses, or an open match expires."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match, match_projector
from clio.kernel.match.timekeeping import next_due
from clio.projections.matches.match_states import MAX_STATES, History
from clio.projections.projection import Projection, ViewWriter
from clio.projections.table import Column, Table

NEVER: Final = 2**62
"""The deadline of a match whose clocks stand."""


class Deadline(msgspec.Struct, frozen=True):
    """The next deadline of a match, in microseconds since 1970."""

    match_id: str
    due: int


DEADLINES: Final = Table(
    name="deadlines",
    document=Deadline,
    columns=(Column("due", "integer", lambda deadline: deadline.due),),
    indexes=(("due",),),
)


class Deadlines(Projection):
    """Folds the matches that wait for players, get ready, or have a clock; the others have no deadline."""

    name: ClassVar[str] = "deadlines"
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[Table, ...]] = (DEADLINES,)
    share: ClassVar[float] = 0.5

    def __init__(self, games: Mapping[str, Game[Any, Any]], history: History, max_matches: int = MAX_STATES) -> None:
        self._project: Final = match_projector(games)
        self._history: Final = history
        self._max_matches: Final = min(max_matches, MAX_STATES)
        self._matches: Final[OrderedDict[str, Match]] = OrderedDict()

    def clear_cache(self) -> None:
        """Removes all matches from the cache."""
        self._matches.clear()

    def apply(self, view: ViewWriter, position: int, event: MatchEvent) -> None:
        """Updates the deadline of the event's match."""
        del position
        if isinstance(event.payload, Opened):
            if event.payload.roles is msgspec.UNSET or event.payload.forked_from:
                return
        elif view.get(DEADLINES, event.match_id, Deadline) is None:
            return
        match = self._folded(event)
        if match.is_over or (match.status == "playing" and not match.opened.clock):
            view.delete(DEADLINES, event.match_id)
            self._matches.pop(event.match_id, None)
            return
        due = next_due(match)
        view.put(DEADLINES, event.match_id, Deadline(event.match_id, NEVER if due is None else due[0]))

    def _folded(self, event: MatchEvent) -> Match:
        match = self._matches.get(event.match_id)
        if match is None or match.seq != event.seq - 1:
            match = self._project(None, self._history(event.match_id, event.seq))
        match = self._project(match, (event,))
        if match is None or match.seq != event.seq:
            raise LookupError(f"match {event.match_id}: the record has no event {event.seq}")
        self._matches[event.match_id] = match
        self._matches.move_to_end(event.match_id)
        if len(self._matches) > self._max_matches:
            self._matches.popitem(last=False)
        return match
