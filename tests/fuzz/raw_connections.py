"""Opens connections for attacks below gRPC; some stay open and idle."""

import asyncio
import random
from collections.abc import Iterable

from tests.fuzz.wire_attacks import ATTACKS

GLANCE = 0.2
MAX_ANSWER = 65_536


async def attack(port: int, name: str, dice: int) -> asyncio.StreamWriter:
    """Sends the bytes of an attack until the server closes; otherwise leaves the connection open."""
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
