"""Moves on SQLite and on PostgreSQL, with and without Redis, call by call and over one stream."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.contenders import alternate, contender
from bench.rig import Rig
from bench.row import Row

CALLS, STREAMED = 64, 256
ECHO = "bare echo, 64 in flight"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Four servers side by side, in turn with the echo."""
    redis = rig.stores.redis_url()
    settings = {
        "SQLite": {},
        "SQLite and Redis": {"CLIO_REDIS_URL": redis},
        "PostgreSQL": {"CLIO_DATABASE_URL": rig.stores.database()},
        "PostgreSQL and Redis": {"CLIO_DATABASE_URL": rig.stores.database(), "CLIO_REDIS_URL": redis},
    }
    async with AsyncExitStack() as stack:
        bare = await stack.enter_async_context(rig.server("bench.servers.echo"))
        contenders = {ECHO: await stack.enter_async_context(contender(rig, "echo", [bare], CALLS))}
        for store, environment in [*settings.items()][:: 3 if rig.effort.is_smoke else 1]:
            clio = await stack.enter_async_context(rig.clio(**environment))
            for kind, name, in_flight in (("play", "PlayMove", CALLS), ("stream", "PlayStream", STREAMED)):
                way = contender(rig, kind, [clio], rig.effort.width(in_flight), game="amphipolis")
                contenders[f"{name}, {store}, {in_flight} in flight"] = await stack.enter_async_context(way)
        found = await alternate(contenders, rig.effort)
    for name, sample in found.items():
        yield Row(
            name=name,
            figure=sample.rate,
            unit="calls/s" if name == ECHO else "moves/s",
            baseline="" if name == ECHO else ECHO,
            ratio=None if name == ECHO else sample.rate / found[ECHO].rate,
            p50_ms=sample.p50_ms,
            cpu_us=sample.cpu_us,
            note="" if name == ECHO else "Amphipolis; processor time is that of Clio's process alone",
        )
