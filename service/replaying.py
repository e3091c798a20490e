"""Matches to jump about in: those in use, and the last ones used, within the budget of bytes."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, Final

from domain.kernel.game import Game
from domain.kernel.match_event import MatchEvent
from domain.kernel.replay import Replay
from service.work.byte_budget import ByteBudget, Lease

MOST_KEPT: Final = 64
_BYTES_OF_AN_EVENT: Final = 1_500
"""What an event takes in memory beside its text."""
_LONG: Final = 4_096
_TIMES_OF_A_LONG_ONE: Final = 10
"""How much more than its text the values of a long event take; short ones are within the sum above."""

Read = Callable[[str], Awaitable[list[MatchEvent]]]
Key = tuple[str, bool, int]


class KeptReplay:
    """A replay with what it costs. ``lock`` is for the worker that uses it: a replay is for one thread at a time."""

    def __init__(self, replay: Replay, lease: Lease) -> None:
        self.replay: Final = replay
        self.lock: Final = Lock()
        self.lease: Final = lease
        self.users = 0


class Replays:
    """Replays by a key that names the match and how far it had come. Used by the event loop only."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], budget: ByteBudget) -> None:
        self._games: Final = games
        self._budget: Final = budget
        self._kept: Final[OrderedDict[Key, KeptReplay]] = OrderedDict()
        budget.reclaim = self.evict

    @asynccontextmanager
    async def use(
        self, match_id: str, seq: int, read: Read, *, archived: bool, caller: Hashable = None
    ) -> AsyncIterator[KeptReplay]:
        """The replay of a match up to its event ``seq``, read now or kept from before, and held until the end."""
        key = (match_id, archived, seq)
        kept = self._kept.get(key) or await self._read(key, read, caller)
        self._kept.move_to_end(key)
        kept.users += 1
        try:
            yield kept
        finally:
            kept.users -= 1
            while len(self._kept) > MOST_KEPT and self.evict():
                pass

    def evict(self) -> bool:
        """Drops the replay that was used longest ago and that nobody uses; says whether there was one."""
        for key, kept in self._kept.items():
            if not kept.users:
                del self._kept[key]
                kept.lease.release()
                return True
        return False

    async def _read(self, key: Key, read: Read, caller: Hashable) -> KeptReplay:
        events = (await read(key[0]))[: key[2]]
        if (kept := self._kept.get(key)) is not None:
            # Another call has read it meanwhile: one of the two is enough.
            return kept
        lease = self._budget.lease(caller)
        lease.grow(cost_of(events))
        kept = self._kept[key] = KeptReplay(Replay(events, self._games), lease)
        return kept


def cost_of(events: Sequence[MatchEvent]) -> int:
    """The bytes that events take in memory, about."""
    return sum(
        _BYTES_OF_AN_EVENT + len(event.canonical) * (_TIMES_OF_A_LONG_ONE if len(event.canonical) > _LONG else 1)
        for event in events
    )
