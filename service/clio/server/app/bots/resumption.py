"""Finds bots that no server plays: after a restart, or once the server that played them is gone."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from clio.kernel.match.visibility import ANYONE
from clio.projections.matches.match_index import MATCHES, MatchIndex
from clio.projections.matches.match_summary import MatchSummary
from clio.projections.storage.query import Query
from clio.projections.storage.reader import Reader
from clio.server import errors
from clio.server.app.bots.runner import BotRunner
from clio.server.app.projection_queries import ProjectionQueries
from clio.v1.freshness_pb2 import AtLeast

SCAN_SECONDS: Final = 30.0
MAX_SCANNED: Final = 5_000
"""The maximum number of running matches per scan, newest first."""


def _page(query: Query, reader: Reader) -> list[MatchSummary]:
    return reader.page(MATCHES, query, MatchSummary)


class BotResumption:
    """Periodically scans for running matches with bots and hands them to the runner."""

    def __init__(self, runner: BotRunner, reading: ProjectionQueries, seconds: float = SCAN_SECONDS) -> None:
        self._runner: Final = runner
        self._reading: Final = reading
        self._seconds: Final = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the periodic scan."""
        self._task = asyncio.ensure_future(self._scan_for_ever())

    async def stop(self) -> None:
        """Stops the scan."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def scan(self) -> None:
        """Has the bots of all running matches played. Two servers that play one bot repeat each other's requests."""
        for status in ("playing", "open"):
            query = Query(equal=(("status", status),), order=("-position",), limit=MAX_SCANNED)
            found, _ = await self._reading.read(MatchIndex.name, AtLeast(), partial(_page, query), ANYONE)
            for summary in found:
                if any(seat.bot for seat in summary.seats):
                    self._runner.run(summary.match_id)

    async def _scan_for_ever(self) -> None:
        while True:
            # While the view is rebuilt or the database is unavailable, the next scan finds what this one missed.
            with suppress(errors.ServiceError):
                await self.scan()
            await asyncio.sleep(self._seconds)
