"""Access to matches: refuses, as not found, the matches that a caller may not know of."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, NamedTuple, Protocol

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes
from clio.kernel.match.aggregate import Match
from clio.kernel.match.match_metadata import MatchMetadata, metadata_of
from clio.kernel.match.visibility import Caller, is_visible, may_read
from clio.server import errors
from clio.server.app.call_context import Call, caller_of
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.server.identifiers import MATCH_ID
from clio.server.lru_cache import LruCache

MAX_CACHED: Final = 50_000


class MatchFacts(NamedTuple):
    """The facts in event 1, which never change."""

    game: str
    metadata: MatchMetadata


class FirstEvents(Protocol):
    """The part of the event store that access checks read."""

    def cached(self, match_id: str) -> Match | None:
        """The match if it is in memory."""

    def states(self, match_id: str, after: int, limit: int | None) -> list[bytes]:
        """The next events of a match as they are stored."""


class MatchAccess:
    """Decides by event 1, which never changes, and where that is not enough by the holders of tokens."""

    def __init__(
        self,
        record: FirstEvents,
        types: EventTypes,
        get: Callable[[str], Awaitable[Match]],
        on_refused: Callable[[Call, errors.ServiceError], None] = lambda *_: None,
    ) -> None:
        """``get`` returns a match at its head; ``on_refused`` gets the calls that never reach their handlers."""
        self._record: Final = record
        self._types: Final = types
        self._get: Final = get
        self._on_refused: Final = on_refused
        self._facts: Final[LruCache[str, MatchFacts]] = LruCache(MAX_CACHED)

    def guard(self, call: Call) -> Awaitable[None] | None:
        """Checks the match that a call names, before its handler runs; returns what is left to await, if anything."""
        match = self._record.cached(call.match_id)
        if match is None:
            return self._demand_known(call)
        if match.metadata.visibility != "public" and not is_visible(match, caller_of(call)):
            raise self._refusal(call)
        return None

    async def _demand_known(self, call: Call) -> None:
        """Refuses a match that does not exist, too: the handler would look at other parts of the request first."""
        if await self.facts(call.match_id) is None or await self.is_hidden(call.match_id, caller_of(call)):
            raise self._refusal(call)

    def _refusal(self, call: Call) -> errors.ServiceError:
        refusal = errors.match_not_found(call.match_id)
        self._on_refused(call, refusal)
        return refusal

    async def demand(self, match_id: str, caller: Caller) -> None:
        """Refuses a match that the caller may not know of. A match that does not exist is the handler's to refuse."""
        if not await self.is_hidden(match_id, caller):
            return
        raise errors.match_not_found(match_id)

    async def is_hidden(self, match_id: str, caller: Caller) -> bool:
        """Whether a match exists that the caller may not know of."""
        facts = await self.facts(match_id)
        if facts is None or may_read(facts.metadata, caller):
            return False
        if not caller.token and not caller.code_hash:
            return True
        return not is_visible(await self._get(match_id), caller)

    def owns(self, match_id: str, caller: Caller) -> bool:
        """Whether the match exists and the caller may read it. Blocking."""
        facts = self.read_facts((match_id,)).get(match_id)
        return facts is not None and may_read(facts.metadata, caller)

    async def facts(self, match_id: str) -> MatchFacts | None:
        """What event 1 says about a match; None where there is no such match."""
        known = self._facts.get(match_id)
        if known is not None or not MATCH_ID.fullmatch(match_id):
            return known
        return (await in_reader_thread(self.read_facts, (match_id,))).get(match_id)

    def read_facts(self, match_ids: Iterable[str], events: Iterable[MatchEvent] = ()) -> Mapping[str, MatchFacts]:
        """The facts of several matches; ``events`` may hold their first events. Blocking."""
        first = {event.match_id: event for event in events if event.seq == 1}
        found: dict[str, MatchFacts] = {}
        for match_id in match_ids:
            facts = self._facts.get(match_id)
            if facts is None:
                event = first.get(match_id) or self._first_event(match_id)
                if event is None:
                    continue
                facts = _facts_of(event)
                self._facts.put(match_id, facts)
            found[match_id] = facts
        return found

    def forget(self) -> None:
        """Clears the cache: the event store may have been replaced."""
        self._facts.clear()

    def _first_event(self, match_id: str) -> MatchEvent | None:
        states = self._record.states(match_id, 0, 1)
        return from_bytes(self._types, states[0]) if states else None


def _facts_of(event: MatchEvent) -> MatchFacts:
    if not isinstance(event.payload, Opened):
        raise TypeError("a match begins by being opened")
    return MatchFacts(event.payload.game, metadata_of(event))
