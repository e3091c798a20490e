"""A cache of replays: those in use and the most recently used, within the byte budget."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from threading import Lock
from typing import Any, Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.replay import Replay
from clio.server import errors
from clio.server.app.byte_budget import MIB, RETRY_SECONDS, ByteBudget, Lease
from clio.server.app.pacing import paced
from clio.server.errors import ServiceError
from clio.server.lru_cache import LruCache

MAX_KEPT: Final = 64
BYTES_OF_AN_EVENT: Final = 1_500
"""Bytes of memory that an event takes in addition to its text."""
_LONG: Final = 4_096
_TIMES_OF_A_LONG_ONE: Final = 10
"""How much more than its text the values of a long event take; short ones are within the sum above."""
_FREED_AT_ONCE: Final = 128
"""Events whose memory is freed in one go: a fraction of a millisecond under the interpreter's lock."""

Read = Callable[[str], Awaitable[list[MatchEvent]]]
Run = Callable[[Callable[[list[MatchEvent]], int], list[MatchEvent]], Awaitable[int]]
Key = tuple[str, bytes, int]


class KeptReplay:
    """A replay with what it costs. ``lock`` is for the worker that uses it: a replay is for one thread at a time."""

    def __init__(self, replay: Replay, events: list[MatchEvent], lease: Lease) -> None:
        """``events`` are those of the replay."""
        self.replay: Final = replay
        self.events: Final = events
        self.lock: Final = Lock()
        self.lease: Final = lease
        self.users = 0


class ReplayCache:
    """Replays by a key that names the match and how far it had come. Used by the event loop only."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], budget: ByteBudget, run: Run) -> None:
        """``run`` has a worker count what events cost, and free their memory: the event loop would wait for that."""
        self._run: Final = run
        self._games: Final = games
        self._budget: Final = budget
        self._replays: Final[LruCache[Key, KeptReplay]] = LruCache(sys.maxsize)
        """The budget of bytes evicts, and ``MAX_KEPT``: a replay in use stays."""
        self._tasks: Final[dict[Key, asyncio.Task[KeptReplay]]] = {}
        self._disposals: Final[set[asyncio.Task[None]]] = set()
        budget.reclaim = self.evict

    @asynccontextmanager
    async def use(
        self, match_id: str, seq: int, read: Read, *, archived: bytes = b"", caller: Hashable = None
    ) -> AsyncIterator[KeptReplay]:
        """The replay of a match up to its event ``seq``, read now or kept from before, and held until the end.

        ``archived`` is the digest of a foreign record: several may tell of one match.
        """
        key = (match_id, archived, seq)
        kept = self._replays.get(key)
        if kept is None:
            kept = await asyncio.shield(self._loading(key, read, caller))
            if self._replays.get(key) is not kept:
                raise errors.server_busy("work_mib", self._budget.total // MIB, RETRY_SECONDS)
        kept.users += 1
        try:
            yield kept
        finally:
            kept.users -= 1
            while len(self._replays) > MAX_KEPT and self.evict():
                pass

    def evict(self) -> bool:
        """Evicts the least recently used replay that is not in use; returns whether there was one."""
        evicted = self._replays.evict_one(lambda kept: not kept.users)
        if evicted is None:
            return False
        evicted.lease.release()
        disposal = asyncio.ensure_future(self._dispose(evicted.events))
        self._disposals.add(disposal)
        disposal.add_done_callback(self._disposals.discard)
        return True

    async def _dispose(self, events: list[MatchEvent]) -> None:
        with suppress(ServiceError):
            # Where too much waits for the workers, the memory is freed here.
            await self._run(free, events)

    def _loading(self, key: Key, read: Read, caller: Hashable) -> "asyncio.Task[KeptReplay]":
        """The single load of a match, shared by all calls that wait for it."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(self._load(key, read, caller))
            task.add_done_callback(partial(self._loaded, key))
        return task

    def _loaded(self, key: Key, task: "asyncio.Task[KeptReplay]") -> None:
        del self._tasks[key]
        if not task.cancelled():
            # If all callers have hung up, the exception is never retrieved, and asyncio would log that.
            task.exception()

    async def _load(self, key: Key, read: Read, caller: Hashable) -> KeptReplay:
        lease = self._budget.lease(caller)
        try:
            # Before it is read: what waits for a worker is held too.
            lease.grow(key[2] * BYTES_OF_AN_EVENT)
            events = (await read(key[0]))[: key[2]]
            lease.grow(await self._run(cost_of, events) - lease.size)
        except BaseException:
            lease.release()
            raise
        kept = KeptReplay(Replay(events, self._games), events, lease)
        self._replays.put(key, kept)
        return kept


def cost_of(events: Sequence[MatchEvent]) -> int:
    """The approximate memory of events, in bytes."""
    return sum(
        BYTES_OF_AN_EVENT + len(event.canonical) * (_TIMES_OF_A_LONG_ONE if len(event.canonical) > _LONG else 1)
        for event in paced(events)
    )


def free(events: list[MatchEvent]) -> int:
    """Empties a list of events, a few at a time; returns how many there were."""
    count = len(events)
    for _ in paced(range(0, count, _FREED_AT_ONCE)):
        del events[-_FREED_AT_ONCE:]
    return count
