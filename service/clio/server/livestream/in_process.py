"""The live stream inside one server process: delivers events to every local watcher of the match."""

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
    """A bounded queue; a watcher that lets it overflow reads the record instead."""

    def __init__(self, stream: "InProcessLiveStream", match_id: str) -> None:
        self._stream = stream
        self._match_id = match_id
        self._unread: deque[LiveEvent] = deque()
        self._overrun = False
        self._closed: type[Exception] | None = None
        self._wake: asyncio.Future[None] | None = None
        self._is_roused = False

    def offer(self, events: Sequence[LiveEvent]) -> None:
        """Queues events; discards all of them on overflow."""
        if len(self._unread) + len(events) > MAX_UNREAD:
            self._unread.clear()
            self._overrun = True
        else:
            self._unread.extend(events)
        self._end_wait()

    def end(self, why: type[Exception] = StreamClosedError) -> None:
        """Ends the subscription: the server stops, or the record was replaced."""
        self._closed = why
        self._end_wait()

    def rouse(self) -> None:
        """Ends the current wait, or the next one if none is running."""
        self._is_roused = True
        self._end_wait()

    def _end_wait(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self, patience: float) -> Sequence[LiveEvent] | None:
        """Returns the events since the last call, or None after an overflow."""
        if not self._unread and not self._overrun and not self._closed and not self._is_roused:
            loop = asyncio.get_running_loop()
            self._wake = loop.create_future()
            enough = loop.call_later(patience, self._end_wait)
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
        self._is_roused = False
        return events

    def close(self) -> None:
        """Ends the subscription."""
        self._stream.drop(self._match_id, self)


class Topic:
    """A watched match: its subscriptions, and the last event that was delivered to all of them."""

    __slots__ = ("digest", "seq", "subscriptions")

    def __init__(self, seq: int, digest: bytes) -> None:
        self.seq = seq
        self.digest = digest
        self.subscriptions: set[InProcessSubscription] = set()

    def offer(self, events: Sequence[LiveEvent]) -> None:
        """Delivers events to every watcher."""
        self.seq, self.digest = events[-1].seq, events[-1].digest
        for subscription in self.subscriptions:
            subscription.offer(events)


class InProcessLiveStream:
    """Fans out to the subscriptions of this process, each event once and in order."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}
        self._closed = False
        self.on_gap: Callable[[str, int], None] | None = None
        """Called when events up to a position exist but earlier ones are missing."""
        self.on_topics: Callable[[], None] | None = None
        """Called with the first watcher of a match."""

    def wants(self, match_id: str) -> bool:
        """Whether the match has a watcher in this process."""
        return match_id in self._topics

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """Delivers the events that continue the watchers' chain; reports a gap."""
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
            # The record's history differs from the watchers': each of them must compare its own.
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
        """Subscribes to the events after a head that the record has."""
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
        """The topic of a match; None if it has no watcher here."""
        return self._topics.get(match_id)

    def topics(self) -> Iterator[tuple[str, Topic]]:
        """The matches that have watchers here."""
        return iter(self._topics.items())

    @property
    def watchers(self) -> int:
        """The number of watchers of all matches."""
        return sum(len(topic.subscriptions) for topic in list(self._topics.values()))

    @property
    def watched(self) -> int:
        """The number of matches that have watchers."""
        return len(self._topics)

    def drop(self, match_id: str, subscription: InProcessSubscription) -> None:
        """Removes a subscription."""
        topic = self._topics.get(match_id)
        if topic is not None:
            topic.subscriptions.discard(subscription)
            if not topic.subscriptions:
                del self._topics[match_id]

    def close(self) -> None:
        """Ends all subscriptions, including future ones."""
        self._closed = True
        for topic in list(self._topics.values()):
            for subscription in topic.subscriptions:
                subscription.end()
