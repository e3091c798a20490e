"""Event sources of replays: a match's events, and the view after each."""

from typing import Final, Protocol

from clio.cli.session.record_source import RecordSource
from clio.v1.event_pb2 import Event, Opening
from clio.v1.view_pb2 import View, Viewpoint

_KEPT: Final = 256


class EventSource(Protocol):
    """The events of a match, and its view after any of them."""

    events: list[Event]
    openings: dict[tuple[int, str], Opening]

    async def view(self, seq: int, viewpoint: Viewpoint | None) -> View:
        """The view after an event."""


class MatchEventSource:
    """The event source of a match on a server."""

    def __init__(self, record: RecordSource) -> None:
        self._record: Final = record
        self._views: dict[tuple[int, bytes], View] = {}
        self.events: list[Event] = []
        self.openings: dict[tuple[int, str], Opening] = {}

    async def load(self) -> None:
        """Reads what has happened so far."""
        async for step in self._record.replay():
            self.events.append(step.event)
            self.openings.update({(opening.seq, opening.field): opening for opening in step.openings})

    async def view(self, seq: int, viewpoint: Viewpoint | None) -> View:
        """The view after an event."""
        key = (seq, viewpoint.SerializeToString() if viewpoint else b"-")
        if key not in self._views:
            steps = self._record.replay(seq, seq, viewpoint)
            while len(self._views) >= _KEPT:
                self._views.pop(next(iter(self._views)))
            async for step in steps:
                self._views[key] = step.view
        return self._views[key]


def turns(events: list[Event]) -> dict[int, int]:
    """The first event of each turn, by turn number."""
    found: dict[int, int] = {}
    for event in events:
        which = event.WhichOneof("payload")
        game = getattr(event, which) if which else None
        inner = game.WhichOneof("event") if game is not None and "event" in game.DESCRIPTOR.oneofs_by_name else None
        number = getattr(getattr(game, inner), "turn", 0) if inner else 0
        if number and number not in found:
            found[number] = event.seq
    return found


def first_board(events: list[Event]) -> int:
    """The first event after which there is a board; the last event where there never is one."""
    started = next((event.seq for event in events if event.type == "match.Started"), None)
    last = events[-1].seq if events else 0
    return min(started + 1, last) if started is not None else last
