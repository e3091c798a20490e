"""The change feed: the events of all matches that a caller may see, in the order of the log, from any position on."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match.visibility import Caller, audience, audiences, shows_labels
from clio.server import errors
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.match_access import MatchAccess, MatchFacts
from clio.server.eventstore.match_store import Page
from clio.server.eventstore.reader_threads import in_reader_thread

PAGE: Final = 500
"""Events per page of the log."""
_MARK: Final = b"clio-feed/1"
MARK_BYTES: Final = 16


class Cursor(NamedTuple):
    """A position of the log, and a mark of the event there: a log that was replaced does not have it."""

    position: int = 0
    mark: bytes = b""


class ChangeFilter(msgspec.Struct, frozen=True):
    """Which changes a caller asks for; empty fields do not filter."""

    game: str = ""
    labels: dict[str, str] = {}
    types: frozenset[str] = frozenset()
    own: bool = False

    def fits(self, facts: MatchFacts, caller: Caller) -> bool:
        """Whether the caller may see a match in the feed, and asks for it."""
        metadata = facts.metadata
        return (
            (caller.is_operator or audience(metadata) in audiences(caller))
            and self.game in ("", facts.game)
            and (not self.own or (bool(caller.namespace) and metadata.namespace == caller.namespace))
            and (not self.labels or (shows_labels(metadata, caller) and self.labels.items() <= metadata.labels.items()))
        )


class Changes(NamedTuple):
    """What follows a cursor: the events that the caller asked for, and the cursor after all that were looked at."""

    events: Sequence[tuple[Cursor, MatchEvent]]
    cursor: Cursor
    caught_up: bool


class Log(Protocol):
    """The part of the event store that the feed reads."""

    def follow(self, after: int, limit: int) -> Page:
        """The next events of all matches after a position."""

    def last_position(self) -> int:
        """The last position of the log."""


class ChangeFeed:
    """Follows the log for any number of subscribers. Only the event store says what happened; wake-ups are hints."""

    def __init__(self, log: Log, access: MatchAccess, heavy: HeavyWork, heartbeat: float, event_weight: float) -> None:
        """``event_weight`` is what one event that is looked at counts against the caller's rate limit."""
        self._log: Final = log
        self._access: Final = access
        self._heavy: Final = heavy
        self._heartbeat: Final = heartbeat
        self._event_weight: Final = event_weight
        self._waiting: Final[set[asyncio.Event]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._replaced = 0
        self._draining = False

    def wake(self) -> None:
        """Notes that the log has grown; called from any thread."""
        loop = self._loop
        if self._waiting and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake_all)

    def forget(self) -> None:
        """Has every subscriber compare its cursor with the log, which may have been replaced."""
        self._replaced += 1
        self.wake()

    def drain(self) -> None:
        """Ends all subscriptions: the server is shutting down."""
        self._draining = True
        self._wake_all()

    async def start(self, after: Cursor, *, from_now: bool) -> Cursor:
        """The cursor to begin after; refuses one that is not of this log."""
        if from_now:
            last = await in_reader_thread(self._log.last_position)
            return await in_reader_thread(self._cursor_at, last)
        if after.position:
            await self._check(after)
        return after

    async def follow(self, after: Cursor, wanted: ChangeFilter, caller: Caller) -> AsyncIterator[Changes]:
        """Yields changes as they are recorded, and cursors while nothing happens, until the server shuts down."""
        self._loop = asyncio.get_running_loop()
        news = asyncio.Event()
        self._waiting.add(news)
        cursor, replaced, caught_up = after, self._replaced, False
        try:
            while not self._draining:
                news.clear()
                if replaced != self._replaced:
                    replaced = self._replaced
                    await self._check(cursor)
                changes, looked_at = await in_reader_thread(self._read, cursor, wanted, caller)
                # A cursor for a full page only: a live event that the caller may not see does not show its time.
                if changes.events or looked_at == PAGE or (changes.caught_up and not caught_up):
                    yield changes
                cursor, caught_up = changes.cursor, caught_up or changes.caught_up
                await self._heavy.charge(self._event_weight * looked_at)
                if changes.caught_up and not await self._has_news(news):
                    yield Changes((), cursor, caught_up=True)
            raise errors.draining()
        finally:
            self._waiting.discard(news)

    async def _has_news(self, news: asyncio.Event) -> bool:
        try:
            await asyncio.wait_for(news.wait(), self._heartbeat)
        except TimeoutError:
            return False
        return True

    def _read(self, after: Cursor, wanted: ChangeFilter, caller: Caller) -> tuple[Changes, int]:
        """The next page of the log, filtered, and how many events it has. Blocking."""
        page = self._log.follow(after.position, PAGE)
        if not page:
            return Changes((), after, caught_up=True), 0
        facts = self._access.read_facts({event.match_id for _, event in page}, (event for _, event in page))
        fitting = {match_id for match_id, each in facts.items() if wanted.fits(each, caller)}
        found = [
            (_cursor(position, event), event)
            for position, event in page
            if event.match_id in fitting and (not wanted.types or event.type in wanted.types)
        ]
        position, last = page[-1]
        # Not caught up: a page from memory ends before the first position that memory does not have.
        return Changes(found, _cursor(position, last), caught_up=False), len(page)

    async def _check(self, cursor: Cursor) -> None:
        if cursor.position and await in_reader_thread(self._cursor_at, cursor.position) != cursor:
            raise errors.feed_differs(cursor.position)

    def _cursor_at(self, position: int) -> Cursor:
        """The cursor at a position of the log; one without a mark where the log has no event there. Blocking."""
        if not position:
            return Cursor()
        page = self._log.follow(position - 1, 1)
        return _cursor(*page[0]) if page and page[0][0] == position else Cursor(position)

    def _wake_all(self) -> None:
        for news in self._waiting:
            news.set()


def _cursor(position: int, event: MatchEvent) -> Cursor:
    """The mark does not give the digest away: the event may be one that the caller may not see."""
    text = b"%b/%d/%b" % (_MARK, position, event.digest)
    return Cursor(position, sha256(text).digest()[:MARK_BYTES])
