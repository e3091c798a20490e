"""Mends the stream from the record: one read per match and gap, however many watch it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from service.live.in_process import InProcessLiveStream
from service.live.stream import LiveEvent
from service.outage import Outage

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0

Read = Callable[[str, int], Awaitable[Sequence[LiveEvent]]]


class Mender:
    """Told that a match has grown, it waits for the stream a little, then reads what the stream did not bring."""

    def __init__(self, local: InProcessLiveStream, read: Read, grace: Callable[[], float]) -> None:
        self._local: Final = local
        self._read: Final = read
        self._grace: Final = grace
        self._wanted: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.mended = 0
        self.failures = 0
        self._outage: Final = Outage("live.mending_failed", "live.mending")

    def hint(self, match_id: str, seq: int) -> None:
        """The record has events of the match up to a position."""
        topic = self._local.topic(match_id)
        if topic is not None and topic.seq < seq:
            self._want(match_id, seq, self._grace())

    def gap(self, match_id: str, seq: int) -> None:
        """The stream has left something out before a position."""
        self._want(match_id, seq, 0.0)

    def close(self) -> None:
        """Gives up."""
        for task in self._tasks.values():
            task.cancel()

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
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            del self._tasks[match_id], self._wanted[match_id]
