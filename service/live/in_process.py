"""The live stream inside one server process."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from service.live.stream import LiveEvent, StreamClosedError

MOST_UNREAD: Final = 1_000


class InProcessSubscription:
    """A bounded queue: a watcher that lets it run over is told to read the record."""

    def __init__(self, stream: "InProcessLiveStream", match_id: str) -> None:
        self._stream = stream
        self._match_id = match_id
        self._unread: deque[LiveEvent] = deque()
        self._overrun = False
        self._closed = False
        self._wake: asyncio.Future[None] | None = None

    def offer(self, events: Sequence[LiveEvent]) -> None:
        """Takes events in, or forgets all where there are too many."""
        if len(self._unread) + len(events) > MOST_UNREAD:
            self._unread.clear()
            self._overrun = True
        else:
            self._unread.extend(events)
        self._rouse()

    def end(self) -> None:
        """The stream is over for this process."""
        self._closed = True
        self._rouse()

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self, patience: float) -> Sequence[LiveEvent] | None:
        """See ``Subscription``."""
        if not self._unread and not self._overrun and not self._closed:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(patience):
                    await self._wake
            except TimeoutError:
                return ()
            finally:
                self._wake = None
        if self._closed:
            raise StreamClosedError
        if self._overrun:
            self._overrun = False
            return None
        events = tuple(self._unread)
        self._unread.clear()
        return events

    def close(self) -> None:
        """See ``Subscription``."""
        self._stream.drop(self._match_id, self)


class InProcessLiveStream:
    """Fans out to the subscriptions of this process."""

    def __init__(self) -> None:
        self._subscriptions: dict[str, set[InProcessSubscription]] = {}
        self._closed = False

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """See ``LiveStream``."""
        for subscription in self._subscriptions.get(match_id, ()):
            subscription.offer(events)

    def subscribe(self, match_id: str) -> InProcessSubscription:
        """See ``LiveStream``."""
        subscription = InProcessSubscription(self, match_id)
        self._subscriptions.setdefault(match_id, set()).add(subscription)
        if self._closed:
            subscription.end()
        return subscription

    def drop(self, match_id: str, subscription: InProcessSubscription) -> None:
        """Forgets a subscription."""
        places = self._subscriptions.get(match_id)
        if places is not None:
            places.discard(subscription)
            if not places:
                del self._subscriptions[match_id]

    def close(self) -> None:
        """Ends all subscriptions, also those to come."""
        self._closed = True
        for places in list(self._subscriptions.values()):
            for subscription in places:
                subscription.end()
