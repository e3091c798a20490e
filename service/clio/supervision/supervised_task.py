"""A supervised asyncio task: after an exception the work is logged and restarted with back-off."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from clio.supervision.backoff import Backoff

MAX_PAUSE_SECONDS: Final = 5.0
"""The longest pause; work that ran longer than this before it failed starts over with the shortest one."""

log = structlog.get_logger()


async def supervised(
    name: str, work: Callable[[], Awaitable[None]], on_failure: Callable[[BaseException], None] | None = None
) -> None:
    """Runs the work until it returns or is cancelled. Logs a traceback only for the first of consecutive failures."""
    backoff, failures = Backoff(longest=MAX_PAUSE_SECONDS), 0
    while True:
        started = asyncio.get_running_loop().time()
        try:
            return await work()
        except Exception as error:
            if asyncio.get_running_loop().time() - started > MAX_PAUSE_SECONDS:
                backoff.reset()
                failures = 0
            failures += 1
            if failures == 1:
                log.exception("task.failed", task=name)
            if on_failure is not None:
                on_failure(error)
        await asyncio.sleep(backoff.pause())
