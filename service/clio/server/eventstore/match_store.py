"""The record of all matches: an ``eventsourcing`` application that stores and folds their events."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, Notification

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes
from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match, match_projector
from clio.server.eventstore.continuity import ContinuityCheck
from clio.server.eventstore.mapper import MatchEventMapper
from clio.server.eventstore.match_cache import MatchCache
from clio.server.eventstore.recent_events import MAX_KEPT, Page, RecentEvents


class StateSelector(Protocol):
    """What our recorders can do beside the library's."""

    def select_states(self, match_id: str, after: int, limit: int | None, *, newest: bool = False) -> list[bytes]:
        """What is stored of a match's next events, or of its newest ones."""


class MatchStore(Application[str]):
    """Blocking: the writer thread and reader threads call it, never the event loop."""

    name = "clio"

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        types: EventTypes,
        env: Mapping[str, str],
        *,
        most_matches: int = 0,
        most_recent: int = MAX_KEPT,
    ) -> None:
        """``most_matches`` stay in memory, and so many events that were recorded last."""
        self._types: Final = types
        self._live: Final = MatchCache(most_matches)
        self._recent: Final = RecentEvents(min(most_recent, MAX_KEPT))
        self._project: Final = match_projector(games)
        self._in_doubt: Callable[[], bool] = lambda: False
        self.cache_hits = 0
        self.cache_misses = 0
        super().__init__(
            {
                "ORIGINATOR_ID_TYPE": "text",
                # Not what the library would find in the process's environment, but what the settings say.
                "CLIO_CIPHER_TOPIC": "",
                "CLIO_CIPHER_KEY": "",
                **env,
            }
        )

    def construct_mapper(self) -> Mapper[str]:
        """Our own mapper, with the library's compressor and cipher where the settings ask for them."""
        self._mapper = MatchEventMapper(self._types, self.factory.compressor(), self.factory.cipher())
        return self._mapper

    def construct_recorder(self) -> ApplicationRecorder:
        """Our own recorders, which also give what they have stored as it is."""
        recorder = super().construct_recorder()
        self._select = cast("StateSelector", recorder).select_states
        return recorder

    def cached(self, match_id: str) -> Match | None:
        """The match if it is in memory; never blocks."""
        match = self._live.get(match_id)
        if match is None:
            self.cache_misses += 1
        else:
            self.cache_hits += 1
        return match

    def has_cached(self, match_id: str) -> bool:
        """Whether a match is in memory; such a question is neither counted nor a use of it."""
        return match_id in self._live

    @property
    def cached_matches(self) -> int:
        """How many matches are in memory."""
        return len(self._live)

    def remember(self, match: Match) -> None:
        """Keeps a match in memory."""
        self._live.put(match)

    def forget(self, match_id: str) -> None:
        """Drops a match from memory, so that it is read again."""
        self._live.drop(match_id)

    def check_continuity(self, in_doubt: Callable[[], bool]) -> None:
        """While there is doubt about the store: compares events with it before they are inserted, and reads it only."""
        self._in_doubt = in_doubt
        recorder: Any = self.recorder
        recorder.check = ContinuityCheck(in_doubt, self._select, self._mapper.deciphered)

    def forget_all(self) -> None:
        """Drops all that is in memory: the store may have become another one."""
        self._live.clear()
        self._recent.clear()

    def load(self, match_id: str, version: int | None = None) -> Match | None:
        """The match at its head, or as it was at an earlier position."""
        if version is not None:
            return self._project(None, self._events(match_id, version))
        match = self._live.get(match_id)
        if match is None:
            match = self._project(None, self._events(match_id, None))
            if match is not None:
                # While it was read, the one in memory may have come further, and the other way round.
                match = max(match, self._live.put_if_absent(match), key=lambda found: found.seq)
        return match

    def append(self, events: Sequence[MatchEvent]) -> int:
        """Stores events of any number of matches in one transaction; gives the last position in the log."""
        store = self.mapper.to_stored_event
        positions = self.recorder.insert_events([store(cast("Any", event)) for event in events])
        if positions is None:
            raise TypeError("a recorder of a whole log tells the positions")
        self._recent.add(positions, events)
        return positions[-1]

    def read(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        """The next events of a match after a position."""
        return [from_bytes(self._types, state) for state in self.states(match_id, after, limit)]

    def _events(self, match_id: str, limit: int | None) -> Iterator[MatchEvent]:
        """The first events, decoded one by one: a long match is not held in memory twice."""
        return (from_bytes(self._types, state) for state in self.states(match_id, 0, limit))

    def states(self, match_id: str, after: int, limit: int | None) -> list[bytes]:
        """The same as they are stored: canonical bytes, a line feed, and what only the server keeps."""
        return self._plain(self._select(match_id, after, limit))

    def last_state(self, match_id: str) -> bytes | None:
        """The last event of a match as it is stored."""
        return next(iter(self._plain(self._select(match_id, 0, 1, newest=True))), None)

    def _plain(self, states: list[bytes]) -> list[bytes]:
        decipher = self._mapper.deciphered
        return [decipher(state) for state in states] if self._mapper.is_coding else states

    def follow(self, after: int, limit: int) -> Page:
        """The next events of all matches after a position in the log, with their positions."""
        recent = [] if self._in_doubt() else self._recent.after(after, limit)
        return recent or [
            (notification.id, cast("MatchEvent", self.mapper.to_domain_event(notification)))
            for notification in self.recorder.select_notifications(after, limit, inclusive_of_start=False)
        ]

    def stored(self, after: int, limit: int, upto: int | None = None) -> Sequence[Notification]:
        """The same as the store has it, never from memory, and not beyond another position."""
        return self.recorder.select_notifications(after, limit, stop=upto, inclusive_of_start=False)

    def last_position(self) -> int:
        """The last position in the log; 0 while it is empty."""
        return self.recorder.max_notification_id() or 0
