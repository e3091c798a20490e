"""A durable move, one call each, beside bare echoes of the same size: 1, 16 and 64 in flight."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.contenders import Sample, alternate, contender
from bench.rig import Rig
from bench.row import Row

IN_FLIGHT = (1, 16, 64)
ECHO, ECHO_UVLOOP = "bare echo", "bare echo on uvloop"
AMPHIPOLIS, TRIVIAL = "PlayMove, Amphipolis, SQLite", "PlayMove, trivial game, SQLite"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Four servers, each called in turn."""
    async with (
        rig.server("bench.servers.echo") as bare,
        rig.server("bench.servers.echo", "uvloop") as faster,
        rig.clio() as clio,
    ):
        for in_flight in rig.effort.some(IN_FLIGHT):
            async with AsyncExitStack() as stack:
                ways = {
                    ECHO: contender(rig, "echo", [bare], in_flight),
                    ECHO_UVLOOP: contender(rig, "echo", [faster], in_flight),
                    AMPHIPOLIS: contender(rig, "play", [clio], in_flight, game="amphipolis"),
                    TRIVIAL: contender(rig, "play", [clio], in_flight, game="trivial"),
                }
                contenders = {name: await stack.enter_async_context(way) for name, way in ways.items()}
                found = await alternate(contenders, rig.effort)
            for name, sample in found.items():
                yield _row(name, sample, found[ECHO], in_flight)


def _row(name: str, sample: Sample, echo: Sample, in_flight: int) -> Row:
    return Row(
        name=f"{name}, {in_flight} in flight",
        figure=sample.rate,
        unit="calls/s",
        baseline="" if name == ECHO else f"{ECHO}, {in_flight} in flight",
        ratio=None if name == ECHO else sample.rate / echo.rate,
        p50_ms=sample.p50_ms,
        cpu_us=sample.cpu_us,
        target="play" if (name, in_flight) == (AMPHIPOLIS, 64) else "",
        plot="in-flight",
        series=name,
        x=in_flight,
    )
