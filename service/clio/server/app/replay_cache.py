"""Matches to jump about in: those in use, and the last ones used, within the budget of bytes."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from threading import Lock
from typing import Any, Final

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import Game
from clio.kernel.match.replay import Replay
from clio.server.app.work.byte_budget import MIB, RETRY_SECONDS, ByteBudget, Lease
from clio.server.auth import auth_errors

MAX_KEPT: Final = 64
BYTES_OF_AN_EVENT: Final = 1_500
"""What an event takes in memory beside its text."""
_LONG: Final = 4_096
_TIMES_OF_A_LONG_ONE: Final = 10
"""How much more than its text the values of a long event take; short ones are within the sum above."""

Read = Callable[[str], Awaitable[list[MatchEvent]]]
Run = Callable[[Callable[[Sequence[MatchEvent]], int], Sequence[MatchEvent]], Awaitable[int]]
Key = tuple[str, bytes, int]


class KeptReplay:
    """A replay with what it costs. ``lock`` is for the worker that uses it: a replay is for one thread at a time."""

    def __init__(self, replay: Replay, lease: Lease) -> None:
        self.replay: Final = replay
        self.lock: Final = Lock()
        self.lease: Final = lease
        self.users = 0


class ReplayCache:
    """Replays by a key that names the match and how far it had come. Used by the event loop only."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], budget: ByteBudget, run: Run) -> None:
        """``run`` has a worker count what events cost: the event loop would wait for that."""
        self._run: Final = run
        self._games: Final = games
        self._budget: Final = budget
        self._kept: Final[OrderedDict[Key, KeptReplay]] = OrderedDict()
        self._tasks: Final[dict[Key, asyncio.Task[KeptReplay]]] = {}
        budget.reclaim = self.evict

    @asynccontextmanager
    async def use(
        self, match_id: str, seq: int, read: Read, *, archived: bytes = b"", caller: Hashable = None
    ) -> AsyncIterator[KeptReplay]:
        """The replay of a match up to its event ``seq``, read now or kept from before, and held until the end.

        ``archived`` is the digest of a foreign record: several may tell of one match.
        """
        key = (match_id, archived, seq)
        kept = self._kept.get(key)
        if kept is None:
            kept = await asyncio.shield(self._loading(key, read, caller))
            if self._kept.get(key) is not kept:
                raise auth_errors.server_busy("work_mib", self._budget.total // MIB, RETRY_SECONDS)
        self._kept.move_to_end(key)
        kept.users += 1
        try:
            yield kept
        finally:
            kept.users -= 1
            while len(self._kept) > MAX_KEPT and self.evict():
                pass

    def evict(self) -> bool:
        """Drops the replay that was used longest ago and that nobody uses; says whether there was one."""
        for key, kept in self._kept.items():
            if not kept.users:
                del self._kept[key]
                kept.lease.release()
                return True
        return False

    def _loading(self, key: Key, read: Read, caller: Hashable) -> "asyncio.Task[KeptReplay]":
        """The one reading of a match, however many calls wait for it."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(self._load(key, read, caller))
            task.add_done_callback(partial(self._loaded, key))
        return task

    def _loaded(self, key: Key, task: "asyncio.Task[KeptReplay]") -> None:
        del self._tasks[key]
        if not task.cancelled():
            # Where all callers have hung up nobody else asks for it, and asyncio would log it as forgotten.
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
        kept = self._kept[key] = KeptReplay(Replay(events, self._games), lease)
        return kept


def cost_of(events: Sequence[MatchEvent]) -> int:
    """The bytes that events take in memory, about."""
    return sum(
        BYTES_OF_AN_EVENT + len(event.canonical) * (_TIMES_OF_A_LONG_ONE if len(event.canonical) > _LONG else 1)
        for event in events
    )
