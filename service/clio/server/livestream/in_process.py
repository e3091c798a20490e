"""The live stream inside one server process: what reaches it goes to every watcher of the match here."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import structlog

from clio.kernel.integrity.chain import link
from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.stream import HistoryReplacedError, StreamClosedError

MAX_UNREAD: Final = 1_000

log = structlog.get_logger()


class InProcessSubscription:
    """A bounded queue: a watcher that lets it run over is told to read the record."""

    def __init__(self, stream: "InProcessLiveStream", match_id: str) -> None:
        self._stream = stream
        self._match_id = match_id
        self._unread: deque[LiveEvent] = deque()
        self._overrun = False
        self._closed: type[Exception] | None = None
        self._wake: asyncio.Future[None] | None = None

    def offer(self, events: Sequence[LiveEvent]) -> None:
        """Takes events in, or forgets all where there are too many."""
        if len(self._unread) + len(events) > MAX_UNREAD:
            self._unread.clear()
            self._overrun = True
        else:
            self._unread.extend(events)
        self.rouse()

    def end(self, why: type[Exception] = StreamClosedError) -> None:
        """The stream is over: for this process, or because the record has become another one."""
        self._closed = why
        self.rouse()

    def rouse(self) -> None:
        """See ``Subscription``."""
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self, patience: float) -> Sequence[LiveEvent] | None:
        """See ``Subscription``."""
        if not self._unread and not self._overrun and not self._closed:
            loop = asyncio.get_running_loop()
            self._wake = loop.create_future()
            enough = loop.call_later(patience, self.rouse)
            try:
                await self._wake
            finally:
                enough.cancel()
                self._wake = None
        if self._closed:
            raise self._closed
        if self._overrun:
            self._overrun = False
            return None
        events = tuple(self._unread)
        self._unread.clear()
        return events

    def close(self) -> None:
        """See ``Subscription``."""
        self._stream.drop(self._match_id, self)


class Topic:
    """A match that is watched here: by whom, and how far they all have been told."""

    __slots__ = ("digest", "seq", "subscriptions")

    def __init__(self, seq: int, digest: bytes) -> None:
        self.seq = seq
        self.digest = digest
        self.subscriptions: set[InProcessSubscription] = set()

    def offer(self, events: Sequence[LiveEvent]) -> None:
        """Hands events to every watcher."""
        self.seq, self.digest = events[-1].seq, events[-1].digest
        for subscription in self.subscriptions:
            subscription.offer(events)


class InProcessLiveStream:
    """Fans out to the subscriptions of this process, each event once and in order."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}
        self._closed = False
        self.on_gap: Callable[[str, int], None] | None = None
        """Called when events up to a position exist but cannot be told yet, because earlier ones are missing."""
        self.on_topics: Callable[[], None] | None = None
        """Called when a match begins to be watched."""

    def wants(self, match_id: str) -> bool:
        """See ``LiveStream``: whether it is watched here."""
        return match_id in self._topics

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """See ``LiveStream``."""
        topic = self._topics.get(match_id)
        if topic is None or events[-1].seq <= topic.seq:
            return
        fresh = [event for event in events if event.seq > topic.seq]
        if self.on_gap is not None and fresh[-1].seq != topic.seq + len(fresh):
            fresh = [event for place, event in enumerate(fresh, topic.seq + 1) if event.seq == place]
            self.on_gap(match_id, events[-1].seq)
        if not fresh:
            return
        if fresh[0].seq == topic.seq + 1 and link(topic.digest, fresh[0].canonical) != fresh[0].digest:
            # The record has another history than the watchers: each must compare its own with the record.
            self.end_topic(match_id)
        else:
            topic.offer(fresh)

    def end_topic(self, match_id: str) -> None:
        """Ends all subscriptions of a match: the record no longer continues what they were sent."""
        topic = self._topics.pop(match_id, None)
        if topic is not None:
            log.warning("live.history_replaced", match_id=match_id, seq=topic.seq)
            for subscription in topic.subscriptions:
                subscription.end(HistoryReplacedError)

    def subscribe(self, match_id: str, seq: int, digest: bytes) -> InProcessSubscription:
        """See ``LiveStream``."""
        subscription = InProcessSubscription(self, match_id)
        topic = self._topics.get(match_id)
        if topic is None:
            topic = self._topics[match_id] = Topic(seq, digest)
            if self.on_topics is not None:
                self.on_topics()
        topic.subscriptions.add(subscription)
        if self._closed:
            subscription.end()
        return subscription

    def topic(self, match_id: str) -> Topic | None:
        """The match, if somebody here watches it."""
        return self._topics.get(match_id)

    def topics(self) -> Iterator[tuple[str, Topic]]:
        """All matches that are watched here."""
        return iter(self._topics.items())

    @property
    def watchers(self) -> int:
        """How many watch here, all matches together."""
        return sum(len(topic.subscriptions) for topic in list(self._topics.values()))

    @property
    def watched(self) -> int:
        """How many matches are watched here."""
        return len(self._topics)

    def drop(self, match_id: str, subscription: InProcessSubscription) -> None:
        """Forgets a subscription."""
        topic = self._topics.get(match_id)
        if topic is not None:
            topic.subscriptions.discard(subscription)
            if not topic.subscriptions:
                del self._topics[match_id]

    def close(self) -> None:
        """See ``LiveStream``."""
        self._closed = True
        for topic in list(self._topics.values()):
            for subscription in topic.subscriptions:
                subscription.end()
