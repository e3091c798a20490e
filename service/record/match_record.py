"""The record of all matches: an ``eventsourcing`` application that stores and folds their events."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, cast

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import Mapper, Notification

from domain.kernel.event_types import EventTypes
from domain.kernel.game import Game
from domain.kernel.match import Match, match_projector
from domain.kernel.match_event import MatchEvent
from service.record.mapper import MatchEventMapper
from service.record.recent import MOST_KEPT, Page, RecentEvents


class MatchRecord(Application[str]):
    """Blocking: the writer thread and reader threads call it, never the event loop."""

    name = "clio"

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        types: EventTypes,
        env: Mapping[str, str],
        most_recent: int = MOST_KEPT,
    ) -> None:
        self._types: Final = types
        self._recent: Final = RecentEvents(min(most_recent, MOST_KEPT))
        self._project: Final = match_projector(games)
        self.cache_hits = 0
        self.cache_misses = 0
        super().__init__(
            {
                "ORIGINATOR_ID_TYPE": "text",
                "AGGREGATE_CACHE_FASTFORWARD": "n",
                "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",
                # Not what the library would find in the process's environment, but what the settings say.
                "CLIO_CIPHER_TOPIC": "",
                "CLIO_CIPHER_KEY": "",
                **env,
            }
        )

    def construct_mapper(self) -> Mapper[str]:
        """Our own mapper, with the library's compressor and cipher where the settings ask for them."""
        return MatchEventMapper(self._types, self.factory.compressor(), self.factory.cipher())

    def cached(self, match_id: str) -> Match | None:
        """The match if it is in memory; never blocks."""
        cache = self.repository.cache
        try:
            match = cast("Match", cache.get(match_id)) if cache is not None else None
        except KeyError:
            self.cache_misses += 1
            return None
        self.cache_hits += 1
        return match

    @property
    def cached_matches(self) -> int:
        """How many matches are in memory."""
        return len(self.repository.cache.cache) if self.repository.cache is not None else 0

    def remember(self, match: Match) -> None:
        """Keeps a match in memory."""
        if self.repository.cache is not None:
            self.repository.cache.put(match.id, cast("Any", match))

    def forget(self, match_id: str) -> None:
        """Drops a match from memory, so that it is read again."""
        if self.repository.cache is not None:
            with suppress(KeyError):
                self.repository.cache.get(match_id, evict=True)

    def load(self, match_id: str, version: int | None = None) -> Match | None:
        """The match at its head, or as it was at an earlier position."""
        try:
            return cast(
                "Match",
                self.repository.get(match_id, version=version, projector_func=cast("Any", self._project)),
            )
        except AggregateNotFoundError:
            return None

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
        return list(cast("Iterator[MatchEvent]", self.events.get(match_id, gt=after, limit=limit)))

    def follow(self, after: int, limit: int) -> Page:
        """The next events of all matches after a position in the log, with their positions."""
        return self._recent.after(after, limit) or [
            (notification.id, cast("MatchEvent", self.mapper.to_domain_event(notification)))
            for notification in self.recorder.select_notifications(after, limit, inclusive_of_start=False)
        ]

    def stored(self, after: int, limit: int, upto: int | None = None) -> Sequence[Notification]:
        """The same as the store has it, never from memory, and not beyond another position."""
        return self.recorder.select_notifications(after, limit, stop=upto, inclusive_of_start=False)

    def last_position(self) -> int:
        """The last position in the log; 0 while it is empty."""
        return self.recorder.max_notification_id() or 0
