"""Reads views for calls: waits until they are fresh enough, and maps failures to service errors."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from clio.kernel.match.visibility import Caller
from clio.projections.runtime.supervisor import BehindError, ProjectionSupervisor
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.reader import Reader
from clio.server import errors
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_service import MatchService
from clio.server.eventstore.match_store import MatchStore
from clio.v1 import freshness_pb2

READERS: Final = 4
T = TypeVar("T")


class ProjectionQueries:
    """Asks the projections in threads, never on the event loop."""

    def __init__(
        self,
        projections: ProjectionSupervisor,
        record: MatchStore,
        matches: MatchService,
        access: MatchAccess,
        *,
        shared: bool,
    ) -> None:
        """``shared`` says that other servers write to the record too; their events may not have been announced yet."""
        self._shared: Final = shared
        self._projections: Final = projections
        self._record: Final = record
        self._matches: Final = matches
        self._access: Final = access
        self._threads: Final[dict[str, ThreadPoolExecutor]] = {}

    def close(self) -> None:
        """Ends the threads."""
        for threads in self._threads.values():
            threads.shutdown(wait=False)

    async def read(
        self, name: str, at_least: freshness_pb2.AtLeast, read: Callable[[Reader], T], caller: Caller
    ) -> tuple[T, freshness_pb2.AsOf]:
        """Reads the view once it includes what the caller has seen."""
        if at_least.min_seq:
            await self._access.demand(at_least.match_id, caller)
            await self._matches.at_least(at_least.match_id, at_least.min_seq)
        # Threads per view: a read that waits for one that is behind delays neither play nor other views.
        if name not in self._threads:
            self._threads[name] = ThreadPoolExecutor(READERS, thread_name_prefix=f"clio-read-{name}")
        ask = partial(self._read, name, read, needed=bool(at_least.min_seq))
        return await asyncio.get_running_loop().run_in_executor(self._threads[name], ask)

    def _read(self, name: str, read: Callable[[Reader], T], *, needed: bool) -> tuple[T, freshness_pb2.AsOf]:
        try:
            # Everything that the caller has seen is before the end of the record.
            position = self._record.last_position() if needed else None
            if self._shared and position is None:
                self._projections.wake(self._record.last_position())
            found, at = self._projections.read(name, read, position)
        except BehindError as error:
            raise errors.projection_behind(name) from error
        except StoreUnavailableError as error:
            raise errors.projection_unavailable(name) from error
        return found, freshness_pb2.AsOf(position=at, lag=self._projections.lag(name, at))
