"""The worker threads of heavy work: folds, views of the past, imports, exports and forks.

They are few, and apart from the threads that read the record: moves and health checks never wait for them.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from eventsourcing.persistence import PersistenceError

from clio.server import errors
from clio.server.app.pacing import current_pace
from clio.server.process_tuning import switch_interval_boost

T = TypeVar("T")
MAX_WAITING: Final = 256
"""Jobs that wait for a worker; a stream has one at most."""
RETRY_SECONDS: Final = 1.0


class Workers:
    """A bounded pool of heavy jobs with a FIFO queue; refuses jobs when the queue is full."""

    def __init__(self, count: int) -> None:
        self._threads: Final = ThreadPoolExecutor(count, thread_name_prefix="clio-worker")
        self.waiting = 0
        self.refused = 0

    async def run(self, job: Callable[..., T], *args: object) -> T:
        """Runs a job; maps an unavailable record to its service error."""
        if self.waiting >= MAX_WAITING:
            self.refused += 1
            raise errors.server_busy("work_waiting", MAX_WAITING, RETRY_SECONDS)
        self.waiting += 1
        switch_interval_boost.begin()
        context = contextvars.copy_context()
        try:
            running = asyncio.get_running_loop().run_in_executor(self._threads, partial(context.run, _do, job, *args))
            return await running
        except PersistenceError as error:
            raise errors.record_unavailable(str(error)) from error
        finally:
            self.waiting -= 1
            switch_interval_boost.end()

    def close(self) -> None:
        """Waits for running jobs; starts no others."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def _do(job: Callable[..., T], *args: object) -> T:
    pace = current_pace()
    pace.begin()
    try:
        return job(*args)
    finally:
        pace.end()
