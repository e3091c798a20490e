"""Fills gaps of the stream from the record: one read per match and gap, for all watchers."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final

from clio.server.codec.live_event import LiveEvent
from clio.server.livestream.in_process import InProcessLiveStream
from clio.supervision.outage import Outage

FIRST_PAUSE: Final = 0.1
MAX_PAUSE: Final = 2.0
LOOK_PAUSE: Final = 0.25
"""The shortest time between two reads of a match that unauthenticated entries cause."""

Read = Callable[[str, int], Awaitable[Sequence[LiveEvent]]]


class GapFiller:
    """Gives the stream a short time to deliver new events of a match, then reads the missing ones."""

    def __init__(self, local: InProcessLiveStream, read: Read, grace: Callable[[], float]) -> None:
        self._local: Final = local
        self._read: Final = read
        self._grace: Final = grace
        self._wanted: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._suspects: dict[str, bool] = {}
        self._others: Final[set[asyncio.Task[None]]] = set()
        self.mended = 0
        self.failures = 0
        self._outage: Final = Outage("live.mending_failed", "live.mending")

    def hint(self, match_id: str, seq: int) -> None:
        """Notes that the record has events of the match up to a position."""
        topic = self._local.topic(match_id)
        if topic is not None and topic.seq < seq:
            self._want(match_id, seq, self._grace())

    def gap(self, match_id: str, seq: int) -> None:
        """Fills a gap of the stream before a position."""
        self._want(match_id, seq, 0.0)

    def suspect(self, match_id: str) -> None:
        """Checks a match after an unauthenticated entry: reads the record once, at a limited rate."""
        is_waiting = match_id in self._suspects
        self._suspects[match_id] = True
        if not is_waiting:
            self._spawn(self._look(match_id))

    def recheck(self) -> None:
        """Compares every watched match with the record, which may have been replaced."""
        self._spawn(self._compare())

    def close(self) -> None:
        """Stops all reads."""
        for task in (*self._tasks.values(), *self._others):
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _look(self, match_id: str) -> None:
        try:
            while self._suspects[match_id] and (topic := self._local.topic(match_id)) is not None:
                self._suspects[match_id] = False
                while events := await self._patient_read(match_id, topic.seq):
                    self.mended += len(events)
                    self._local.publish(match_id, events)
                    if events[-1].ends_match or topic.seq < events[-1].seq:
                        break
                await asyncio.sleep(LOOK_PAUSE)
        finally:
            del self._suspects[match_id]

    async def _compare(self) -> None:
        for match_id, topic in list(self._local.topics()):
            seq, digest = topic.seq, topic.digest
            # Includes the last known event, to see whether the record still has what the watchers have.
            events = await self._patient_read(match_id, max(0, seq - 1))
            if seq and (not events or (events[0].seq, events[0].digest) != (seq, digest)):
                self._local.end_topic(match_id)
            elif events:
                self._local.publish(match_id, events)

    async def _patient_read(self, match_id: str, after: int) -> Sequence[LiveEvent]:
        """Reads the record, with retries while it is unavailable."""
        pause = FIRST_PAUSE
        while self._local.wants(match_id):
            try:
                events = await self._read(match_id, after)
            except Exception as error:  # noqa: BLE001 (whatever the record says, the watchers wait on)
                self.failures += 1
                self._outage.failed(error, match_id=match_id)
            else:
                self._outage.ended()
                return events
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE)
        return ()

    def _want(self, match_id: str, seq: int, grace: float) -> None:
        self._wanted[match_id] = max(seq, self._wanted.get(match_id, 0))
        if match_id not in self._tasks:
            self._tasks[match_id] = asyncio.get_running_loop().create_task(self._mend(match_id, grace))

    async def _mend(self, match_id: str, grace: float) -> None:
        pause = FIRST_PAUSE
        try:
            if grace:
                await asyncio.sleep(grace)
            while (topic := self._local.topic(match_id)) is not None and topic.seq < self._wanted[match_id]:
                try:
                    events = await self._read(match_id, topic.seq)
                except Exception as error:  # noqa: BLE001 (whatever the record says, the watchers wait on)
                    self.failures += 1
                    self._outage.failed(error, match_id=match_id)
                    events = ()
                else:
                    self._outage.ended()
                if events:
                    self.mended += len(events)
                    self._local.publish(match_id, events)
                    pause = FIRST_PAUSE
                else:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, MAX_PAUSE)
        finally:
            del self._tasks[match_id], self._wanted[match_id]
