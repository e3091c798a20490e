"""Polls for a condition."""

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE = 60.0
PAUSE = 0.02


async def until(condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Waits until the condition holds; fails after a timeout."""
    async with asyncio.timeout(PATIENCE):
        while True:
            met = condition()
            if met if isinstance(met, bool) else await met:
                return
            await asyncio.sleep(PAUSE)
