"""Waiting for what must come true soon."""

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE = 60.0
PAUSE = 0.02


async def until(condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Returns once the condition holds; fails when it does not come to that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            met = condition()
            if met if isinstance(met, bool) else await met:
                return
            await asyncio.sleep(PAUSE)
