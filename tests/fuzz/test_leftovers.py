"""Finished calls leave no reference cycles, so their memory is freed without the garbage collector."""

import asyncio
import gc
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc.aio

from clio.server.app.call_context import Call
from clio.server.errors import ServiceError
from tests.fuzz.call_generator import CallGenerator
from tests.fuzz.caller import make
from tests.fuzz.contract import METHODS
from tests.fuzz.prepared import prepare
from tests.fuzz.settings import IN_PROCESS
from tests.kit.servers import running

CALLS = 12
"""Of each method; most are refused, some are answered, some are left by their callers."""
SETTLING = 0.3
"""Seconds in which streams that were left come to their end on the server too."""


async def test_calls_that_are_over_leave_nothing_to_the_collector(tmp_path: Path) -> None:
    async with running(tmp_path, **IN_PROCESS) as server:
        await prepare(server.channel)
        with uncollected() as left:
            await asyncio.gather(*(_call(server.channel, path) for path in METHODS))
            await asyncio.sleep(SETTLING)
        assert not left


async def _call(channel: grpc.aio.Channel, path: str) -> None:
    generator = CallGenerator(random.Random(path), [path])
    for _ in range(CALLS):
        await make(channel, generator.call())


@contextmanager
def uncollected() -> Iterator[Counter[str]]:
    """What is left of calls, of refusals and of gRPC's side of calls, for a collector to find."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found.update(type(one).__name__ for one in gc.garbage if isinstance(one, Call | ServiceError) or _is_grpcs(one))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def _is_grpcs(one: object) -> bool:
    """Whether it is what gRPC keeps of a call on its server's side; the class is not public."""
    return type(one).__name__ == "RPCState"
