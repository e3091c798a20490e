"""Durable moves over one stream, 64 to 1,024 in flight, beside the bare echo with 64."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.contenders import alternate, contender
from bench.rig import Rig
from bench.row import Row

IN_FLIGHT = (64, 1024, 256)
ECHO = "bare echo, 64 in flight"
GAMES = {"amphipolis": "Amphipolis", "trivial": "trivial game"}


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Both games at every number, in turn with the echo."""
    async with rig.server("bench.servers.echo") as bare, rig.clio() as clio, AsyncExitStack() as stack:
        contenders = {ECHO: await stack.enter_async_context(contender(rig, "echo", [bare], 64))}
        ways = {}
        for in_flight in rig.effort.some(IN_FLIGHT):
            for game, title in GAMES.items():
                name = f"PlayStream, {title}, SQLite, {in_flight:,} in flight"
                ways[name] = (title, in_flight)
                contenders[name] = await stack.enter_async_context(
                    contender(rig, "stream", [clio], rig.effort.width(in_flight), game=game)
                )
        found = await alternate(contenders, rig.effort)
    for name, sample in found.items():
        title, in_flight = ways.get(name, ("", 0))
        yield Row(
            name=name,
            figure=sample.rate,
            unit="moves/s" if title else "calls/s",
            baseline=ECHO if title else "",
            ratio=sample.rate / found[ECHO].rate if title else None,
            p50_ms=sample.p50_ms,
            cpu_us=sample.cpu_us,
            plot="in-flight" if title else "",
            series=f"PlayStream, {title}, SQLite" if title else "",
            x=in_flight,
        )
