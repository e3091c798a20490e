"""A supervised task of the event loop: work that ends by an exception is logged and begun again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

FIRST_PAUSE: Final = 0.05
MAX_PAUSE: Final = 5.0

log = structlog.get_logger()


async def supervised(
    name: str, work: Callable[[], Awaitable[None]], on_failure: Callable[[BaseException], None] | None = None
) -> None:
    """Runs the work until it returns or is cancelled. Only the first failure of a row is logged with its traceback."""
    pause, failures = FIRST_PAUSE, 0
    while True:
        began = asyncio.get_running_loop().time()
        try:
            return await work()
        except Exception as error:
            if asyncio.get_running_loop().time() - began > MAX_PAUSE:
                pause, failures = FIRST_PAUSE, 0
            failures += 1
            if failures == 1:
                log.exception("task.failed", task=name)
            if on_failure is not None:
                on_failure(error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, MAX_PAUSE)
