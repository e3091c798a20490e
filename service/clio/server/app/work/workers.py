"""The worker threads of heavy work: folds, views of the past, imports, exports and forks.

They are few, and apart from the threads that read the record: moves and health checks never wait for them.
"""

import asyncio
import contextvars
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from eventsourcing.persistence import PersistenceError

from clio.server import errors
from clio.server.auth import auth_errors
from clio.server.process_tuning import switch_interval_boost

T = TypeVar("T")
MAX_WAITING: Final = 256
"""Jobs that wait for a worker; a stream has one at most."""
RETRY_SECONDS: Final = 1.0
HEAD_START: Final = 0.025
"""How long a loop goes on without a rest: that is enough for a match of usual length."""
WORK_SECONDS: Final = 0.002
REST_SECONDS: Final = 0.002
"""How long a worker then works before it rests: the interpreter is the event loop's meanwhile."""


class Workers:
    """So many heavy jobs at a time; the others wait in their order, and too many of them are refused."""

    def __init__(self, count: int) -> None:
        self._threads: Final = ThreadPoolExecutor(count, thread_name_prefix="clio-worker")
        self.waiting = 0
        self.refused = 0

    async def run(self, job: Callable[..., T], *args: object) -> T:
        """What the job gives; a record that cannot be read is told as callers should meet it."""
        if self.waiting >= MAX_WAITING:
            self.refused += 1
            raise auth_errors.server_busy("work_waiting", MAX_WAITING, RETRY_SECONDS)
        self.waiting += 1
        switch_interval_boost.begin()
        context = contextvars.copy_context()
        try:
            running = asyncio.get_running_loop().run_in_executor(self._threads, partial(context.run, job, *args))
            return await running
        except PersistenceError as error:
            raise errors.record_unavailable(str(error)) from error
        finally:
            self.waiting -= 1
            switch_interval_boost.end()

    def close(self) -> None:
        """Lets the jobs under way finish, and starts no other."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def paced(items: Iterable[T]) -> Iterator[T]:
    """The items, with a rest now and then; for long loops in a worker thread, which share the interpreter's lock."""
    until = time.perf_counter() + HEAD_START
    for item in items:
        if time.perf_counter() >= until:
            time.sleep(REST_SECONDS)
            until = time.perf_counter() + WORK_SECONDS
        yield item
