"""Publishes recorded events to Redis in the background: bounded, pipelined, and without delaying moves."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import ResponseError

from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.redis_connection import ANSWER_SECONDS, FAULTS, Client, Connect
from clio.server.livestream.redis_entry import EPOCHS, entry_id, stream_key, to_fields
from clio.server.livestream.stream_identity import IdentitySource, StreamIdentity
from clio.supervision.backoff import Backoff
from clio.supervision.outage import Outage
from clio.supervision.supervised_task import supervised

MAX_WAITING: Final = 20_000
MAX_AT_ONCE: Final = 500
IDLE_SECONDS: Final = 7 * 24 * 3600
"""Bounds how long an unfinished match stays in Redis."""
ANNOUNCE_SECONDS: Final = 5.0
"""How often the epoch is announced while events are published: Redis may have been flushed."""
_ALREADY_THERE: Final = "equal or smaller"

Waiting = tuple[StreamIdentity, str, LiveEvent]


class RedisPublisher:
    """One task and one connection. Events that do not fit or cannot be sent are dropped: watchers read the record."""

    def __init__(self, connect: Connect, identity: IdentitySource, window: int, kept_seconds: int) -> None:
        self._identity: Final = identity
        self._client: Final[Client] = connect(ANSWER_SECONDS)
        self._window: Final = window
        self._kept_seconds: Final = kept_seconds
        self._waiting: deque[Waiting] = deque(maxlen=MAX_WAITING)
        self._announced = ("", 0.0)
        self._news: Final = asyncio.Event()
        self._all_sent: Final = asyncio.Event()
        self._all_sent.set()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._outage: Final = Outage("live.not_publishing", "live.publishing")
        self.healthy = True
        self.published = 0
        self.repeated = 0
        self.dropped = 0
        self.failures = 0

    @property
    def waiting(self) -> int:
        """The number of events in the queue."""
        return len(self._waiting)

    def start(self) -> None:
        """Starts the task."""
        work = supervised("clio-redis-publisher", self._run, lambda error: self._say(healthy=False, error=str(error)))
        self._task = asyncio.create_task(work, name="clio-redis-publisher")

    async def stop(self) -> None:
        """Sends the queue if Redis answers quickly, then stops."""
        if self._task is not None:
            if self.healthy:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._all_sent.wait(), ANSWER_SECONDS)
            self._closing = True
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._client.aclose()

    def publish(self, match_id: str, events: Sequence[LiveEvent]) -> None:
        """Queues events; drops the oldest on overflow."""
        self.dropped += max(0, len(self._waiting) + len(events) - MAX_WAITING)
        # The epoch of the commit, not of the sending: events that a failover lost must not reach the next epoch.
        identity = self._identity.current
        self._waiting.extend((identity, match_id, event) for event in events)
        self._all_sent.clear()
        self._news.set()

    async def _run(self) -> None:
        backoff = Backoff()
        while not self._closing:
            await self._news.wait()
            batch = [self._waiting.popleft() for _ in range(min(MAX_AT_ONCE, len(self._waiting)))]
            if not batch:
                self._news.clear()
                self._all_sent.set()
                continue
            try:
                self._settle(await self._send(batch))
                backoff.reset()
            except FAULTS as error:
                self.failures += 1
                self._put_back(batch)
                self._announced = ("", 0.0)
                self._say(healthy=False, error=str(error) or type(error).__name__)
                await asyncio.sleep(backoff.pause())

    async def _send(self, batch: Sequence[Waiting]) -> list[Any]:
        """Adds all events in one round trip; Redis rejects those it already has."""
        pipeline: Any = self._client.pipeline(transaction=False)
        expiries: dict[bytes, int] = {}
        for identity, match_id, event in batch:
            key = stream_key(match_id, identity.epoch)
            fields = to_fields(identity, match_id, event)
            pipeline.xadd(key, fields, id=entry_id(event.seq), maxlen=self._window, approximate=True)
            expiries[key] = self._kept_seconds if event.ends_match else IDLE_SECONDS
        for key, seconds in expiries.items():
            pipeline.expire(key, seconds)
        self._announce(pipeline)
        async with asyncio.timeout(2 * ANSWER_SECONDS):
            results: list[Any] = await pipeline.execute(raise_on_error=False)
        return results[: len(batch)]

    def _announce(self, pipeline: Any) -> None:  # noqa: ANN401 (of Redis or of a cluster)
        """Announces the epoch to readers without the database."""
        epoch, now = self._identity.current.epoch, asyncio.get_running_loop().time()
        if self._announced[0] != epoch or now - self._announced[1] > ANNOUNCE_SECONDS:
            self._announced = (epoch, now)
            pipeline.xadd(EPOCHS, {"epoch": epoch}, maxlen=1, approximate=False)
            pipeline.expire(EPOCHS, IDLE_SECONDS)

    def _settle(self, results: Sequence[object]) -> None:
        refused = [result for result in results if isinstance(result, Exception)]
        repeated = [error for error in refused if isinstance(error, ResponseError) and _ALREADY_THERE in str(error)]
        failed = len(refused) - len(repeated)
        self.repeated += len(repeated)
        self.dropped += failed
        self.published += len(results) - len(refused)
        error = next((str(error) for error in refused if error not in repeated), "")
        self._say(healthy=not failed, error=error)

    def _put_back(self, batch: Sequence[Waiting]) -> None:
        room = MAX_WAITING - len(self._waiting)
        kept = batch[len(batch) - room :] if room < len(batch) else batch
        self.dropped += len(batch) - len(kept)
        self._waiting.extendleft(reversed(kept))

    def _say(self, *, healthy: bool, error: str) -> None:
        self.healthy = healthy
        if healthy:
            self._outage.ended()
        else:
            self._outage.failed(error)
