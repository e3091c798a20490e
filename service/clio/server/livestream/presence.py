"""Presence: which seats are connected now. A hint for people; it is not recorded and may be lost."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple, Protocol

from clio.kernel.match.aggregate import Match
from clio.kernel.match.holding import Holding
from clio.supervision.supervised_task import supervised

RENEW_SECONDS: Final = 10.0


class Place(NamedTuple):
    """A seat under its current token: a previous holder is not connected to the seat."""

    match_id: str
    seat: int
    since: int


class PresenceBoard(Protocol):
    """The presence that all servers report."""

    async def note(self, present: set[Place], gone: set[Place]) -> None:
        """Reports the seats connected here, and removes those that no longer are."""

    async def others(self, match_id: str) -> set[Place]:
        """The places of a match that any server reports."""

    async def close(self) -> None:
        """Closes the connection."""


class Presence:
    """Counts the watchers at each seat; with a board, those of the other servers too."""

    def __init__(self, board: PresenceBoard | None = None) -> None:
        self._board: Final = board
        self._here: Counter[Place] = Counter()
        self._gone: set[Place] = set()
        self._fresh: set[Place] = set()
        """Connected since the board was last written to."""
        self._changed: Final = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Starts renewing the reports."""
        if self._board is not None:
            self._task = asyncio.create_task(
                supervised("clio-presence", partial(self._renew, self._board)), name="clio-presence"
            )

    async def stop(self) -> None:
        """Removes the reports of this server, if possible."""
        if self._task is None or self._board is None:
            return
        self._closing = True
        self._task.cancel()
        await asyncio.wait([self._task])
        await self._board.note(set(), set(self._here) | self._gone)
        await self._board.close()

    @contextmanager
    def connected(self, match_id: str, holding: Holding | None) -> Iterator[None]:
        """The holder of a seat is connected as long as the context lasts; the host and others are not counted."""
        if holding is None or holding.holder < 0:
            yield
            return
        place = Place(match_id, holding.holder, holding.since)
        self._here[place] += 1
        self._fresh.add(place)
        self._changed.set()
        try:
            yield
        finally:
            self._here[place] -= 1
            if not self._here[place]:
                del self._here[place]
                self._gone.add(place)
                self._changed.set()

    async def seats(self, match: Match) -> list[int]:
        """The seats whose holders in this state are connected, as far as known."""
        noted = await self._board.others(match.id) if self._board is not None else set()
        held = {Place(match.id, seat, held.since) for seat, held in enumerate(match.seats) if held is not None}
        return sorted(place.seat for place in held if place in self._here or place in noted)

    async def _renew(self, board: PresenceBoard) -> None:
        """Writes changes at once and everything every ten seconds, because reports expire."""
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
