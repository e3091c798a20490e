"""The event store of all matches: an ``eventsourcing`` application that stores and folds their events."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol, cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    ApplicationRecorder,
    Cipher,
    Compressor,
    InfrastructureFactory,
    JSONTranscoder,
    Mapper,
    Notification,
    StoredEvent,
)
from eventsourcing.utils import Environment

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.game import Game
from clio.kernel.match.aggregate import Match, match_projector
from clio.server.eventstore.continuity import ContinuityCheck
from clio.server.lru_cache import LruCache

MAX_KEPT: Final = 8_192

Page = list[tuple[int, MatchEvent]]
NewFactory = Callable[[Environment], "InfrastructureFactory[Any]"]


class RecentEvents:
    """The newest events by their position in the log, for the projections. One thread writes, any number read.

    The database has all others.
    """

    def __init__(self, most: int = MAX_KEPT) -> None:
        self._most: Final = most
        self._events: Final[dict[int, MatchEvent]] = {}

    def add(self, positions: Sequence[int], events: Sequence[MatchEvent]) -> None:
        """Adds durable events."""
        kept = self._events
        kept.update(zip(positions, events, strict=True))
        for oldest in list(islice(kept, max(0, len(kept) - self._most))):
            del kept[oldest]

    def clear(self) -> None:
        """Removes all events."""
        for position in list(self._events):
            self._events.pop(position, None)

    def after(self, position: int, limit: int) -> Page:
        """The events after a position, up to the first gap."""
        page: Page = []
        for following in range(position + 1, position + 1 + limit):
            event = self._events.get(following)
            if event is None:
                break
            page.append((following, event))
        return page


class MatchEventMapper(Mapper[str]):
    """Stores canonical bytes as they are; the topic is the event's type, never a Python path."""

    def __init__(self, types: EventTypes, compressor: Compressor | None, cipher: Cipher | None) -> None:
        super().__init__(JSONTranscoder(), compressor, cipher)
        self._types: Final = types

    def to_stored_event(self, domain_event: DomainEventProtocol[Any]) -> StoredEvent:
        """The event as a store keeps it."""
        if not isinstance(domain_event, MatchEvent):
            raise TypeError(f"not an event of a match: {type(domain_event)}")
        state = to_bytes(domain_event)
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return StoredEvent(
            originator_id=domain_event.match_id,
            originator_version=domain_event.seq,
            topic=domain_event.type,
            state=state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> MatchEvent:
        """The event that was stored."""
        return from_bytes(self._types, self.plain(stored_event))

    @property
    def is_coding(self) -> bool:
        """Whether stored bytes are encrypted or compressed."""
        return self.cipher is not None or self.compressor is not None

    def plain(self, stored_event: StoredEvent) -> bytes:
        """The stored bytes, decrypted: canonical bytes, a line feed, and the server's private part."""
        return self.deciphered(bytes(stored_event.state))

    def deciphered(self, state: bytes) -> bytes:
        """Decrypts and decompresses stored bytes."""
        if self.cipher:
            state = self.cipher.decrypt(state)
        return self.compressor.decompress(state) if self.compressor else state

    def from_plain(self, state: bytes) -> MatchEvent:
        """Decodes decrypted bytes."""
        return from_bytes(self._types, state)


class StateSelector(Protocol):
    """What our recorders add to the library's."""

    def select_states(self, match_id: str, after: int, limit: int | None, *, newest: bool = False) -> list[bytes]:
        """Returns the stored bytes of a match's next or newest events."""


class MatchStore(Application[str]):
    """Blocking: the writer thread and reader threads call it, never the event loop."""

    name = "clio"

    def __init__(  # noqa: PLR0913 (what it stores, where, and how much stays in memory)
        self,
        games: Mapping[str, Game[Any, Any]],
        types: EventTypes,
        env: Mapping[str, str],
        *,
        max_matches: int = 0,
        most_recent: int = MAX_KEPT,
        new_factory: NewFactory = InfrastructureFactory.construct,
    ) -> None:
        """Caches ``max_matches`` matches and the ``most_recent`` newest events."""
        self._new_factory: Final = new_factory
        self._types: Final = types
        self._cache: Final[LruCache[str, Match]] = LruCache(max_matches)
        self.cached: Final = self._cache.get
        """Returns the match if it is in memory; never blocks."""
        self._recent: Final = RecentEvents(min(most_recent, MAX_KEPT))
        self._project: Final = match_projector(games)
        self._in_doubt: Callable[[], bool] = lambda: False
        super().__init__(
            {
                "ORIGINATOR_ID_TYPE": "text",
                # The settings decide, not the process's environment, which the library would read.
                "CLIO_CIPHER_TOPIC": "",
                "CLIO_CIPHER_KEY": "",
                **env,
            }
        )

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """The library's factory, or ours over a pool that others share."""
        return self._new_factory(env)

    def construct_mapper(self) -> Mapper[str]:
        """Our mapper, with the library's compressor and cipher if they are configured."""
        self._mapper = MatchEventMapper(self._types, self.factory.compressor(), self.factory.cipher())
        return self._mapper

    def construct_recorder(self) -> ApplicationRecorder:
        """Our recorder, which also returns stored bytes."""
        recorder = super().construct_recorder()
        self._select = cast("StateSelector", recorder).select_states
        return recorder

    @property
    def cache_hits(self) -> int:
        """The number of cache hits."""
        return self._cache.hits

    @property
    def cache_misses(self) -> int:
        """The number of cache misses."""
        return self._cache.misses

    def has_cached(self, match_id: str) -> bool:
        """Whether a match is cached; does not count as a use."""
        return match_id in self._cache

    @property
    def cached_matches(self) -> int:
        """The number of cached matches."""
        return len(self._cache)

    def remember(self, match: Match) -> None:
        """Adds a match to the cache, evicting the least recently used."""
        self._cache.put(match.id, match)

    def forget(self, match_id: str) -> None:
        """Drops a match from the cache, so that it is read again."""
        self._cache.drop(match_id)

    def check_continuity(self, in_doubt: Callable[[], bool]) -> None:
        """While the store is in doubt: compares events with it before every insert, and bypasses cached events."""
        self._in_doubt = in_doubt
        recorder: Any = self.recorder
        recorder.check = ContinuityCheck(in_doubt, self._select, self._mapper.deciphered)

    def forget_all(self) -> None:
        """Clears the caches: the database may have been replaced."""
        self._cache.clear()
        self._recent.clear()

    def load(self, match_id: str, version: int | None = None) -> Match | None:
        """The match at its head, or as it was at an earlier position."""
        if version is not None:
            return self._project(None, self._events(match_id, version))
        match = self._cache.peek(match_id)
        if match is None:
            match = self._project(None, self._events(match_id, None))
            if match is not None:
                # Either of the two may be ahead: another thread may have cached the match meanwhile.
                match = max(match, self._cache.put_if_absent(match.id, match), key=lambda found: found.seq)
        return match

    def append(self, events: Sequence[MatchEvent]) -> int:
        """Stores events of any number of matches in one transaction; gives the last position in the log."""
        store = self.mapper.to_stored_event
        positions = self.recorder.insert_events([store(cast("Any", event)) for event in events])
        if positions is None:
            raise TypeError("a recorder of a whole log returns the positions")
        self._recent.add(positions, events)
        return positions[-1]

    def read(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        """The next events of a match after a position."""
        return [from_bytes(self._types, state) for state in self.states(match_id, after, limit)]

    def _events(self, match_id: str, limit: int | None) -> Iterator[MatchEvent]:
        """The first events, decoded one by one: a long match is not held in memory twice."""
        return (from_bytes(self._types, state) for state in self.states(match_id, 0, limit))

    def states(self, match_id: str, after: int, limit: int | None) -> list[bytes]:
        """The same as stored: canonical bytes, a line feed, and the server's private part."""
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
        """The same from the store, never from the cache, up to a position."""
        return self.recorder.select_notifications(after, limit, stop=upto, inclusive_of_start=False)

    def last_position(self) -> int:
        """The last position in the log; 0 while it is empty."""
        return self.recorder.max_notification_id() or 0
