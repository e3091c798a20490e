"""Reads the streams of all matches that are watched here: one blocking reader per process."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import structlog

from clio.kernel.integrity.chain import link
from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.in_process import InProcessLiveStream, Topic
from clio.server.livestream.redis_connection import ANSWER_SECONDS, FAULTS, Client, Connect
from clio.server.livestream.redis_entry import Decode, UnauthenticError, entry_id, stream_key
from clio.server.livestream.stream_identity import IdentitySource, StreamIdentity
from clio.supervision.backoff import Backoff
from clio.supervision.outage import Outage
from clio.supervision.supervised_task import supervised

BLOCK_SECONDS: Final = 1.0
MAX_PER_STREAM: Final = 500
WAKE_SECONDS: Final = 60
CLUSTER_LOOK_SECONDS: Final = 0.05

Found = Sequence[tuple[bytes, Mapping[bytes, bytes]]]
Entries = Sequence[tuple[bytes, Found]]
Suspect = Callable[[str], None]
log = structlog.get_logger()


class RedisReader(Protocol):
    """Delivers the events of other servers."""

    healthy: bool
    failures: int

    def start(self) -> None:
        """Starts the task."""

    async def stop(self) -> None:
        """Ends it."""

    def look(self) -> None:
        """Adds a match to the streams that are read."""


class Positions:
    """How far each watched match has been read, and what was read from it."""

    def __init__(self, local: InProcessLiveStream, decode: Decode, identity: IdentitySource, suspect: Suspect) -> None:
        """``suspect`` checks the record: an unauthenticated entry may still hint at a real event."""
        self._local: Final = local
        self._decode: Final = decode
        self._identity: Final = identity
        self._suspect: Final = suspect
        self._epoch = ""
        self._read: dict[str, int] = {}
        self._streams: dict[bytes, str] = {}
        self.refused = 0
        """Entries that no server has written."""

    def all(self) -> dict[bytes, str]:
        """The position in every stream: after the last entry read and the last event delivered."""
        epoch = self._identity.current.epoch
        if epoch != self._epoch:
            self._epoch, self._read = epoch, {}
        topics = dict(self._local.topics())
        self._read = {match_id: max(topic.seq, self._read.get(match_id, 0)) for match_id, topic in topics.items()}
        self._streams = {stream_key(match_id, epoch): match_id for match_id in self._read}
        return {key: entry_id(self._read[match_id]) for key, match_id in self._streams.items()}

    def take(self, entries: Entries) -> None:
        """Delivers the entries that continue the watchers' chain."""
        identity = self._identity.current
        for key, found in entries:
            match_id = self._streams.get(key, "")
            topic = self._local.topic(match_id)
            if topic is None or not found or identity.epoch != self._epoch:
                continue
            self._read[match_id] = int(found[-1][0].partition(b"-")[0])
            events = self._sound(identity, match_id, topic, found) if self._identity.is_held else []
            if events:
                self._local.publish(match_id, events)
            if self._read[match_id] > topic.seq:
                self._suspect(match_id)

    def _sound(self, identity: StreamIdentity, match_id: str, topic: Topic, found: Found) -> list[LiveEvent]:
        """The entries that servers wrote and that continue the watchers' chain, up to the match's end.

        The end itself is left to the record: it alone decides that a match is over, and what may be disclosed then.
        """
        events: list[LiveEvent] = []
        seq, digest = topic.seq, topic.digest
        for entry, fields in found:
            try:
                event = self._decode(identity, match_id, entry, fields)
            except UnauthenticError as error:
                self._refuse(match_id, "live.unauthentic_entry", str(error))
                break
            if event.seq <= seq:
                continue
            if event.seq != seq + 1 or link(digest, event.canonical) != event.digest:
                self._refuse(match_id, "live.not_on_the_chain", f"event {event.seq} after {seq}")
                break
            if event.ends_match:
                break
            seq, digest = event.seq, event.digest
            events.append(event)
        return events

    def _refuse(self, match_id: str, what: str, error: str) -> None:
        self.refused += 1
        if self.refused & (self.refused - 1) == 0:
            # An attacker who can write to Redis decides their number: the log is throttled.
            log.warning(what, match_id=match_id, error=error, refused=self.refused)


class BlockingReader:
    """One XREAD BLOCK over all watched streams and a private one, which wakes it when the set has grown."""

    def __init__(self, connect: Connect, positions: Positions) -> None:
        self._blocking: Final[Client] = connect(BLOCK_SECONDS + ANSWER_SECONDS)
        self._waking: Final[Client] = connect(ANSWER_SECONDS)
        self._positions: Final = positions
        self._wake_key: Final = f"clio:wake:{secrets.token_hex(8)}".encode()
        self._wake_id = "0-0"
        self._grown: Final = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._outage: Final = Outage("live.not_reading", "live.reading")
        self._closing = False
        self.healthy = True
        self.failures = 0

    def start(self) -> None:
        """Starts the task."""
        reading = supervised("clio-redis-reader", self._run, lambda error: self._say(healthy=False, error=str(error)))
        self._tasks = [
            asyncio.create_task(reading, name="clio-redis-reader"),
            asyncio.create_task(supervised("clio-redis-waker", self._rouse), name="clio-redis-waker"),
        ]

    async def stop(self) -> None:
        """Ends it."""
        self._closing = True
        await self._blocking.aclose()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._waking.aclose()

    def look(self) -> None:
        """Wakes the reader, so that it reads the new stream too."""
        self._grown.set()

    async def _run(self) -> None:
        backoff = Backoff()
        # A cancellation may surface as a connection error.
        while not self._closing:
            try:
                await self._read()
                self._say(healthy=True)
                backoff.reset()
            except FAULTS as error:
                self.failures += 1
                self._say(healthy=False, error=str(error) or type(error).__name__)
                await asyncio.sleep(backoff.pause())

    async def _read(self) -> None:
        streams: dict[Any, Any] = {self._wake_key: self._wake_id, **self._positions.all()}
        async with asyncio.timeout(BLOCK_SECONDS + ANSWER_SECONDS):
            entries: Any = await self._blocking.xread(streams, count=MAX_PER_STREAM, block=int(BLOCK_SECONDS * 1000))
        if entries and entries[0][0] == self._wake_key:
            self._wake_id = entries[0][1][-1][0].decode()
            entries = entries[1:]
        self._positions.take(entries)

    async def _rouse(self) -> None:
        """Wakes the reader; if that fails, it finds the new streams at its next read."""
        while not self._closing:
            await self._grown.wait()
            self._grown.clear()
            try:
                pipeline = self._waking.pipeline(transaction=False)
                pipeline.xadd(self._wake_key, {"look": "again"}, maxlen=1, approximate=False)
                pipeline.expire(self._wake_key, WAKE_SECONDS)
                await pipeline.execute()
            except FAULTS as error:
                log.debug("live.not_woken", error=str(error))

    def _say(self, *, healthy: bool, error: str = "") -> None:
        self.healthy = healthy
        if healthy:
            self._outage.ended()
        else:
            self._outage.failed(error)


class ClusterReader:
    """Polls all watched streams: in a cluster one XREAD cannot span several slots."""

    def __init__(self, connect: Connect, positions: Positions) -> None:
        self._client: Final[Client] = connect(ANSWER_SECONDS)
        self._positions: Final = positions
        self._task: asyncio.Task[None] | None = None
        self._outage: Final = Outage("live.not_reading", "live.reading")
        self._closing = False
        self.healthy = True
        self.failures = 0

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(
            supervised("clio-redis-reader", self._run, self._failed), name="clio-redis-reader"
        )

    async def stop(self) -> None:
        """Ends it."""
        self._closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._client.aclose()

    def look(self) -> None:
        """Does nothing: the next poll reads all watched streams."""

    async def _run(self) -> None:
        backoff = Backoff()
        # A cancellation may surface as a connection error.
        while not self._closing:
            try:
                await self._read()
                self.healthy = True
                self._outage.ended()
                backoff.reset()
                await asyncio.sleep(CLUSTER_LOOK_SECONDS)
            except FAULTS as error:
                self.failures += 1
                self._failed(error)
                await asyncio.sleep(backoff.pause())

    def _failed(self, error: BaseException) -> None:
        self.healthy = False
        self._outage.failed(error)

    async def _read(self) -> None:
        streams = self._positions.all()
        if not streams:
            async with asyncio.timeout(2 * ANSWER_SECONDS):
                await self._client.ping()
            return
        pipeline: Any = self._client.pipeline(transaction=False)
        for key, after in streams.items():
            pipeline.xread({key: after}, count=MAX_PER_STREAM)
        async with asyncio.timeout(2 * ANSWER_SECONDS):
            answers = await pipeline.execute()
        for entries in answers:
            self._positions.take(entries or ())
