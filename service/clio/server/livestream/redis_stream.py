"""The live stream over Redis: delivers the events of one server to the watchers of all servers."""

from collections.abc import Sequence
from typing import Final

from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.in_process import InProcessLiveStream, InProcessSubscription
from clio.server.livestream.redis_publisher import RedisPublisher
from clio.server.livestream.redis_reader import RedisReader


class RedisLiveStream:
    """Delivers own events to local watchers at once and to other servers through Redis; reads theirs from Redis."""

    def __init__(self, local: InProcessLiveStream, publisher: RedisPublisher, reader: RedisReader) -> None:
        self._local: Final = local
        self.publisher: Final = publisher
        self._reader: Final = reader
        local.on_topics = reader.look

    def start(self) -> None:
        """Starts publishing and reading."""
        self.publisher.start()
        self._reader.start()

    async def stop(self) -> None:
        """Publishes the queue, then stops."""
        await self._reader.stop()
        await self.publisher.stop()

    @property
    def healthy(self) -> bool:
        """Whether Redis can be written and read."""
        return self.publisher.healthy and self._reader.healthy

    @property
    def reading_failures(self) -> int:
        """The number of failed reads."""
        return self._reader.failures

    def wants(self, match_id: str) -> bool:
        """Always true: any match may have watchers at another server."""
        del match_id
        return True

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """Publishes to this process and to Redis."""
        self._local.publish(match_id, events)
        self.publisher.publish(match_id, events)

    def subscribe(self, match_id: str, seq: int, digest: bytes) -> InProcessSubscription:
        """Subscribes to the events after a head that the record has."""
        return self._local.subscribe(match_id, seq, digest)

    def close(self) -> None:
        """Ends all subscriptions, including future ones."""
        self._local.close()
