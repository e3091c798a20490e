"""Builds the live stream that the settings ask for."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from eventsourcing.persistence import Cipher

from clio.kernel.events.event_types import EventTypes
from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.gap_filler import GapFiller
from clio.server.livestream.in_process import InProcessLiveStream
from clio.server.livestream.presence import Presence, PresenceBoard
from clio.server.livestream.stream import LiveStream
from clio.server.livestream.stream_identity import IdentitySource
from clio.server.settings import Settings

if TYPE_CHECKING:
    from clio.server.livestream.redis_stream import RedisLiveStream

GRACE_SECONDS: Final = 0.2
"""How long Redis may take to deliver an event that the record has."""
LEISURE_SECONDS: Final = 0.05
"""How long a server collects notifications before it reads the log; Redis delivers sooner."""
IN_DOUBT_SECONDS: Final = 60.0
"""How long after a new epoch every insert is compared with the record first."""

Read = Callable[[str, int], Awaitable[Sequence[LiveEvent]]]


class LiveStreamParts:
    """Local fan-out, Redis between servers if it is configured, and the record as the fallback of both."""

    def __init__(
        self,
        settings: Settings,
        types: EventTypes,
        read: Read,
        on_new_epoch: Callable[[], None],
        cipher: Cipher | None,
    ) -> None:
        """``on_new_epoch`` is called when the record may have been replaced while the server runs."""
        self._on_new_epoch: Final = on_new_epoch
        self.identity: IdentitySource | None = None
        self.local: Final = InProcessLiveStream()
        self.redis: RedisLiveStream | None = None
        self.kind = "in-process"
        board = None
        self.gap_filler: Final = GapFiller(self.local, read, self._grace)
        if settings.redis_url or settings.database_url:
            self.identity = open_identity(settings, cipher)
        if settings.redis_url and self.identity is not None:
            self.redis, board = _through_redis(settings, self.local, types, self.identity, self.gap_filler)
            self.kind = "redis-cluster" if settings.redis_cluster else "redis"
        self.presence: Final = Presence(board)
        if settings.redis_url or settings.database_url:
            self.local.on_gap = self.gap_filler.gap

    @property
    def stream(self) -> LiveStream:
        """The stream that matches publish to and watchers subscribe to."""
        return self.redis or self.local

    @property
    def healthy(self) -> bool:
        """Whether events are delivered."""
        return self.redis is None or self.redis.healthy

    def start(self) -> None:
        """Starts the background tasks."""
        if self.identity is not None:
            self.identity.start(self._new_epoch)
        if self.redis is not None:
            self.redis.start()
        self.presence.start()

    async def stop(self) -> None:
        """Ends it."""
        self.gap_filler.close()
        await self.presence.stop()
        if self.redis is not None:
            await self.redis.stop()
        self.close()

    def close(self) -> None:
        """Closes the identity's session; enough if nothing was started."""
        if self.identity is not None:
            self.identity.close()

    def in_doubt(self) -> bool:
        """Whether the record may have been replaced so recently that pending commands still build on the old one."""
        identity = self.identity
        return identity is not None and (
            not identity.is_held or time.monotonic() - identity.renewed_at < IN_DOUBT_SECONDS
        )

    def _new_epoch(self) -> None:
        self._on_new_epoch()
        self.gap_filler.recheck()

    def counts(self) -> dict[str, int]:
        """Counters for the server status."""
        counts = {"live_mended": self.gap_filler.mended, "watchers": self.local.watchers}
        if self.redis is not None:
            publisher = self.redis.publisher
            counts |= {
                "live_published": publisher.published,
                "live_repeated": publisher.repeated,
                "live_dropped": publisher.dropped,
            }
        return counts

    def leisure(self) -> float:
        """How long to wait for Redis before reading the log for events of other servers."""
        return LEISURE_SECONDS if self.redis is not None and self.redis.healthy else 0.0

    def _grace(self) -> float:
        return GRACE_SECONDS if self.redis is not None and self.redis.healthy else 0.0


def open_identity(settings: Settings, cipher: Cipher | None) -> IdentitySource:
    """Opens the identity of the live stream, which is stored with the record."""
    if not settings.database_url:
        from clio.server.livestream.sqlite_identity import SqliteIdentity  # noqa: PLC0415 (most servers need neither)

        return SqliteIdentity(settings.data / "record.db", cipher)
    from clio.server.livestream.postgres_identity import PostgresIdentity  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return PostgresIdentity(settings.database_url, cipher)


def _through_redis(
    settings: Settings, local: InProcessLiveStream, types: EventTypes, identity: IdentitySource, gap_filler: GapFiller
) -> "tuple[RedisLiveStream, PresenceBoard]":
    # Imported here: most servers run without Redis and start faster.
    from clio.server.livestream.redis_connection import connector  # noqa: PLC0415
    from clio.server.livestream.redis_entry import entry_decoder  # noqa: PLC0415
    from clio.server.livestream.redis_presence import RedisPresenceBoard  # noqa: PLC0415
    from clio.server.livestream.redis_publisher import RedisPublisher  # noqa: PLC0415
    from clio.server.livestream.redis_reader import BlockingReader, ClusterReader, Positions  # noqa: PLC0415
    from clio.server.livestream.redis_stream import RedisLiveStream  # noqa: PLC0415

    connect = connector(settings.redis_url, cluster=settings.redis_cluster)
    positions = Positions(local, entry_decoder(types), identity, gap_filler.suspect)
    reader = (ClusterReader if settings.redis_cluster else BlockingReader)(connect, positions)
    publisher = RedisPublisher(connect, identity, settings.live_window, settings.live_kept_seconds)
    return RedisLiveStream(local, publisher, reader), RedisPresenceBoard(connect)
