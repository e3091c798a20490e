"""Probes whether anything listens at an address."""

import asyncio
from typing import Final

_PROBE_SECONDS: Final = 1.0


async def answers(address: str) -> bool:
    """Whether anything listens at an address; asked first, because a client tries several times."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
