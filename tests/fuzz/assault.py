"""Attacks below gRPC, on connections of their own; some stay open, as if their callers had gone to sleep."""

import asyncio
import random
from collections.abc import Iterable

from tests.fuzz.wire_attacks import ATTACKS

GLANCE = 0.2
MAX_ANSWER = 65_536


async def attack(port: int, name: str, dice: int) -> asyncio.StreamWriter:
    """Says everything that the attack has to say, or as much as the server listens to; the connection stays open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in ATTACKS[name](random.Random(dice)):
            writer.write(part)
            await asyncio.wait_for(writer.drain(), GLANCE)
        await asyncio.wait_for(reader.read(MAX_ANSWER), GLANCE)
    except (ConnectionError, TimeoutError):
        pass
    return writer


async def hang_up(writers: Iterable[asyncio.StreamWriter]) -> None:
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0)
