"""The live stream over Redis: what one server records, the watchers of all servers see."""

from collections.abc import Sequence
from typing import Final

from clio.server.livestream.in_process import InProcessLiveStream, InProcessSubscription
from clio.server.livestream.redis_publisher import RedisPublisher
from clio.server.livestream.redis_reader import RedisReader
from clio.server.livestream.stream import LiveEvent


class RedisLiveStream:
    """Own events go to the watchers here at once, and to Redis for all others; theirs come from Redis."""

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
        """Publishes what waits, and ends."""
        await self._reader.stop()
        await self.publisher.stop()

    @property
    def healthy(self) -> bool:
        """Whether Redis takes and gives events now."""
        return self.publisher.healthy and self._reader.healthy

    @property
    def reading_failures(self) -> int:
        """How often Redis could not be read."""
        return self._reader.failures

    def wants(self, match_id: str) -> bool:
        """See ``LiveStream``: some other server's watchers may be waiting for any match."""
        del match_id
        return True

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """See ``LiveStream``."""
        self._local.publish(match_id, events)
        self.publisher.publish(match_id, events)

    def subscribe(self, match_id: str, seq: int, digest: bytes) -> InProcessSubscription:
        """See ``LiveStream``."""
        return self._local.subscribe(match_id, seq, digest)

    def close(self) -> None:
        """See ``LiveStream``."""
        self._local.close()
