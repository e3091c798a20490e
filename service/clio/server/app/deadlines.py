"""Deadlines: records flags, lapses and expiries at their time, on whichever server comes first.

A server sets a timer for every match that it changes. The view of deadlines finds those of other servers, and after a
restart. Two servers that come at the same time conflict in the record, and the second finds nothing due.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import ClaimDue
from clio.kernel.match.timekeeping import next_due
from clio.projections.deadlines.deadlines import DEADLINES, Deadline, Deadlines
from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.projections.storage.query import Query
from clio.server import errors
from clio.server.app.match_service import MatchService
from clio.server.identifiers import new_request_id
from clio.supervision.outage import Outage

POLL_SECONDS: Final = 0.25
AHEAD_SECONDS: Final = 5.0
"""Deadlines of the view that lie no further ahead get a timer."""
MAX_AHEAD_SECONDS: Final = 600.0
"""A timer for a later deadline would only take memory: the view brings it up in time."""
PATIENCE_SECONDS: Final = 0.2
"""How long a look waits for the view to catch up."""
RETRY_SECONDS: Final = 0.25
PAGE: Final = 500
_SECOND: Final = 1_000_000

FindDue = Callable[[Query], Sequence[Deadline]]
log = structlog.get_logger()


class DeadlineKeeper:
    """Timers on the event loop, and a task that looks at the view."""

    def __init__(self, matches: MatchService, find: FindDue) -> None:
        """``find`` reads the view of deadlines; it is called in a thread."""
        self._matches: Final = matches
        self._find: Final = find
        self._timers: Final[dict[str, tuple[int, asyncio.TimerHandle]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._reader: Final = ThreadPoolExecutor(1, thread_name_prefix="clio-deadlines")
        """A thread of its own: a flag must not wait for other reads."""
        self._poll: asyncio.Task[None] | None = None
        self._unread: Final = Outage("deadline.view_not_read", "deadline.view_read")
        matches.on_recorded = self.recorded

    def start(self) -> None:
        """Starts to look at the view."""
        self._poll = asyncio.ensure_future(self._poll_view())

    async def stop(self) -> None:
        """Ends all timers; what is being recorded is not interrupted."""
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._poll is not None:
            self._poll.cancel()
        self._reader.shutdown(wait=False)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def recorded(self, match: Match) -> None:
        """Sets the timer of a match that this server has changed."""
        due = next_due(match)
        if due is None:
            self._cancel(match.id)
        else:
            self._arm(match.id, due[0])

    def _cancel(self, match_id: str) -> None:
        armed = self._timers.pop(match_id, None)
        if armed is not None:
            armed[1].cancel()

    def _arm(self, match_id: str, due: int) -> None:
        armed = self._timers.get(match_id)
        if armed is not None and armed[0] == due:
            return
        self._cancel(match_id)
        seconds = (due - self._matches.clock.now()) / _SECOND
        if seconds <= MAX_AHEAD_SECONDS:
            timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._fire, match_id)
            self._timers[match_id] = (due, timer)

    def _fire(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        task = asyncio.ensure_future(self._record(match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _record(self, match_id: str) -> None:
        """Records what is due; a timer that came too early, or in vain, is set again."""
        try:
            await self._matches.execute(match_id, new_request_id(), ClaimDue())
        except errors.ServiceError as refusal:
            await self._try_again(match_id, refusal)
        except Exception:
            log.exception("deadline.not_recorded", match_id=match_id)

    async def _try_again(self, match_id: str, refusal: errors.ServiceError) -> None:
        if refusal.kind is errors.ErrorKind.UNAVAILABLE:
            due = self._matches.clock.now() + round(RETRY_SECONDS * _SECOND)
            self._arm(match_id, due)
            return
        try:
            self.recorded(await self._matches.get(match_id))
        except errors.ServiceError as error:
            log.warning("deadline.match_not_read", match_id=match_id, reason=error.reason)

    async def _poll_view(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 (the view may be away; the timers of this server go on)
                self._unread.failed(error)
            else:
                self._unread.ended()

    async def _look(self) -> None:
        soon = self._matches.clock.now() + round(AHEAD_SECONDS * _SECOND)
        query = Query(below=(("due", soon),), order=("due",), limit=PAGE)
        for deadline in await asyncio.get_running_loop().run_in_executor(self._reader, self._find, query):
            armed = self._timers.get(deadline.match_id)
            # The view may be behind: the timer of a later deadline of this server's own stays.
            if armed is None:
                self._arm(deadline.match_id, deadline.due)


def view_of_deadlines(projections: ProjectionSupervisor) -> FindDue:
    """Reads the view of deadlines, as far as it has come."""

    def find(query: Query) -> Sequence[Deadline]:
        return projections.peek(
            Deadlines.name, lambda reader: reader.page(DEADLINES, query, Deadline), PATIENCE_SECONDS
        )

    return find
