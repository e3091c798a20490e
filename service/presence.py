"""Who is connected to a seat right now: a hint for people, outside the record, and lost without harm."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Final, Protocol

RENEW_SECONDS: Final = 10.0


class PresenceBoard(Protocol):
    """Notes of all servers about who is connected."""

    async def note(self, present: set[tuple[str, int]], gone: set[tuple[str, int]]) -> None:
        """Notes the seats connected here, and strikes those that are not any more."""

    async def others(self, match_id: str) -> set[int]:
        """The seats of a match that some server has noted."""

    async def close(self) -> None:
        """Closes the connection."""


class Presence:
    """Counts the watchers at each seat; with a board, those of the other servers too."""

    def __init__(self, board: PresenceBoard | None = None) -> None:
        self._board: Final = board
        self._here: Counter[tuple[str, int]] = Counter()
        self._seats: Final[dict[str, set[int]]] = {}
        """The seats connected here by match: a heartbeat asks for one match, however many seats are connected."""
        self._gone: set[tuple[str, int]] = set()
        self._fresh: set[tuple[str, int]] = set()
        """Connected since the board was last written to."""
        self._changed: Final = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Starts renewing the notes."""
        if self._board is not None:
            self._task = asyncio.create_task(self._renew(self._board), name="clio-presence")

    async def stop(self) -> None:
        """Strikes the notes of this server as far as that is possible."""
        if self._task is None or self._board is None:
            return
        self._closing = True
        self._task.cancel()
        await asyncio.wait([self._task])
        await self._board.note(set(), set(self._here) | self._gone)
        await self._board.close()

    @contextmanager
    def connected(self, match_id: str, seat: int) -> Iterator[None]:
        """Somebody is connected to the seat as long as the context lasts; nobody for a seat below zero."""
        if seat < 0:
            yield
            return
        place = (match_id, seat)
        self._here[place] += 1
        self._seats.setdefault(match_id, set()).add(seat)
        self._fresh.add(place)
        self._changed.set()
        try:
            yield
        finally:
            self._here[place] -= 1
            if not self._here[place]:
                del self._here[place]
                self._forget(match_id, seat)
                self._gone.add(place)
                self._changed.set()

    async def seats(self, match_id: str) -> list[int]:
        """The seats that somebody is connected to, as far as known."""
        here: AbstractSet[int] = self._seats.get(match_id, frozenset())
        return sorted(here | await self._board.others(match_id) if self._board is not None else here)

    def _forget(self, match_id: str, seat: int) -> None:
        seats = self._seats[match_id]
        seats.discard(seat)
        if not seats:
            del self._seats[match_id]

    async def _renew(self, board: PresenceBoard) -> None:
        """Writes what has changed when it changes, and everything every ten seconds: notes expire."""
        loop = asyncio.get_running_loop()
        renew_at = loop.time() + RENEW_SECONDS
        while not self._closing:
            try:
                async with asyncio.timeout_at(renew_at):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            present, self._fresh = {place for place in self._fresh if place in self._here}, set()
            if loop.time() >= renew_at:
                present, renew_at = set(self._here), loop.time() + RENEW_SECONDS
            gone, self._gone = {place for place in self._gone if place not in self._here}, set()
            await board.note(present, gone)
