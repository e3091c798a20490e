"""The past events of a match as watchers get them: encoded once, and cached in bounded memory."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes, has_secrets, shown
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.commitments import salt_key
from clio.server.app.event_page_cache import MAX_BYTES, PAGE_EVENTS, EventPage, EventPageCache
from clio.server.codec.event_encoder import StoredEventEncoder, seq_in
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.server.identifiers import MATCH_ID
from clio.server.lru_cache import LruCache

MAX_AT_ONCE: Final = 500
"""Events per message, and per read of the record."""
MAX_ENDED: Final = 10_000
_ENDINGS: Final = (b'"type":"match.Finished"}', b'"type":"match.Aborted"}')
"""How the canonical bytes of a match's last event end."""


class Part(NamedTuple):
    """A page of past events: their encoded frames, and the sealed events for viewers who may open them."""

    seq: int
    digest: bytes
    wire: bytes
    sealed: tuple[MatchEvent, ...]
    ends_match: bool
    has_more: bool
    """Whether the record may have more already."""


class StoredEnd(NamedTuple):
    """The last event of a match, and whether nothing can follow it."""

    seq: int
    digest: bytes
    is_over: bool


class StoredHead(NamedTuple):
    """What a watch without a token needs to know of a match."""

    id: str
    seq: int
    digest: bytes
    salt_key: bytes
    is_over: bool


class StoredMatches(Protocol):
    """The part of the event store that the history reads."""

    def has_cached(self, match_id: str) -> bool:
        """Whether a match is in memory."""

    def states(self, match_id: str, after: int, limit: int | None) -> list[bytes]:
        """The next events of a match as they are stored."""

    def last_state(self, match_id: str) -> bytes | None:
        """The last event of a match as it is stored."""


class EventHistory:
    """Called on the event loop; reads and writes in reader threads."""

    def __init__(self, record: StoredMatches, types: EventTypes, max_bytes: int = MAX_BYTES) -> None:
        self._record: Final = record
        self._types: Final = types
        self._framer: Final = StoredEventEncoder(types)
        self.kept: Final = EventPageCache(max_bytes)
        self._ended: Final[LruCache[str, StoredHead]] = LruCache(MAX_ENDED)
        self.sent_from_memory = 0
        self.sent_from_record = 0

    async def read(self, match_id: str, after: int, digest: bytes | None) -> Part | None:
        """What follows a position, whose digest may be known, as much as goes into a message; None at the end."""
        pages = self._remembered(match_id, after)
        if pages:
            part = _joined(after, pages)
            self.sent_from_memory += part.seq - after
            return part
        pages = await in_reader_thread(self._pages, match_id, after, digest)
        if not pages:
            return None
        self._keep(match_id, after, pages)
        part = _joined(after, pages)
        self.sent_from_record += part.seq - after
        return part

    async def end(self, match_id: str) -> StoredEnd | None:
        """The last event of a match that is not cached; None for a cached one."""
        if self._record.has_cached(match_id) or not MATCH_ID.fullmatch(match_id):
            return None
        return await in_reader_thread(self._end, match_id)

    async def is_over(self, match_id: str, seq: int, digest: bytes | None) -> bool:
        """Whether the record itself, now, has that event as the last one of the match; its digest may be unknown."""
        end = await in_reader_thread(self._end, match_id)
        return end is not None and end.is_over and end.seq == seq and digest in (None, end.digest)

    def forget(self) -> None:
        """Clears the cache: the record may have been replaced."""
        self.kept.clear()
        self._ended.clear()

    def _end(self, match_id: str) -> StoredEnd | None:
        state = self._record.last_state(match_id)
        if state is None:
            return None
        line, digest = shown(state)
        return StoredEnd(seq_in(line), digest, line.endswith(_ENDINGS))

    async def head(self, match_id: str) -> StoredHead | None:
        """The head of a match that is not in memory: it need not be folded to be watched. None for all others."""
        known = self._ended.get(match_id)
        if known is not None:
            return known
        if self._record.has_cached(match_id) or not MATCH_ID.fullmatch(match_id):
            return None
        head, beginning = await in_reader_thread(self._look, match_id)
        self._keep(match_id, 0, beginning)
        if head is not None and head.is_over:
            self._ended.put(match_id, head)
        return head

    def _look(self, match_id: str) -> tuple[StoredHead | None, Sequence[EventPage]]:
        """The head, and the beginning too unless it is kept: a caller that asks for one will ask for the other."""
        is_kept = self.kept.has(match_id, 0)
        states = self._record.states(match_id, 0, 1 if is_kept else MAX_AT_ONCE)
        if not states:
            return None, ()
        beginning = () if is_kept else self._written(states, 0, GENESIS)
        seed = from_bytes(self._types, states[0]).private["server_seed"]
        whole = 1 < len(states) < MAX_AT_ONCE
        line, digest = shown(states[-1] if whole else self._record.last_state(match_id) or states[-1])
        head = StoredHead(match_id, seq_in(line), digest, salt_key(bytes.fromhex(seed)), line.endswith(_ENDINGS))
        return head, beginning

    def _remembered(self, match_id: str, after: int) -> list[EventPage]:
        """What is kept of the events after a position."""
        skipped = after % PAGE_EVENTS
        begin = after - skipped
        found: list[EventPage] = []
        for start in range(begin, begin + MAX_AT_ONCE, PAGE_EVENTS):
            page = self.kept.get(match_id, start)
            if page is None:
                break
            found.append(page)
        if found and skipped:
            sealed = tuple(event for event in found[0].sealed if event.seq > after)
            found[0] = found[0]._replace(frames=found[0].frames[skipped:], sealed=sealed)
        return found

    def _keep(self, match_id: str, after: int, pages: Sequence[EventPage]) -> None:
        for page in pages:
            self.kept.put(match_id, after, page)
            after += len(page.frames)

    def _pages(self, match_id: str, after: int, digest: bytes | None) -> list[EventPage]:
        return self._written(self._record.states(match_id, after, MAX_AT_ONCE - after % PAGE_EVENTS), after, digest)

    def _written(self, states: Sequence[bytes], after: int, digest: bytes | None) -> list[EventPage]:
        frames = self._framer.frames(states, after, digest)
        borders = range(-(after % PAGE_EVENTS), len(states), PAGE_EVENTS) if states else ()
        return [
            self._page(states[max(0, at) : at + PAGE_EVENTS], frames[max(0, at) : at + PAGE_EVENTS]) for at in borders
        ]

    def _page(self, states: Sequence[bytes], frames: Sequence[bytes]) -> EventPage:
        sealed = tuple(from_bytes(self._types, state) for state in states if has_secrets(state))
        line, digest = shown(states[-1])
        return EventPage(tuple(frames), sealed, digest, line.endswith(_ENDINGS))


def _joined(after: int, pages: Sequence[EventPage]) -> Part:
    frames = [frame for page in pages for frame in page.frames]
    seq, last = after + len(frames), pages[-1]
    return Part(
        seq=seq,
        digest=last.digest,
        wire=b"".join(frames),
        sealed=tuple(event for page in pages for event in page.sealed),
        ends_match=last.ends_match,
        has_more=not last.ends_match and seq % PAGE_EVENTS == 0,
    )
