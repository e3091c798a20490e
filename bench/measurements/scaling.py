"""The same moves with the server kept to one core and to two, and with one, two and four servers on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.contenders import Sample, alternate, contender
from bench.rig import Rig
from bench.row import Row, missing

KINDS = {"play": ("PlayMove", 64), "stream": ("PlayStream", 256)}
CORES = (1, 2)
SERVERS = (1, 2, 4)


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """First cores, then servers."""
    async for row in _by_cores(rig):
        yield row
    async for row in _by_servers(rig):
        yield row


async def _by_cores(rig: Rig) -> AsyncIterator[Row]:
    if rig.machine_cores < max(CORES):
        yield missing("server kept to one core or two", "calls/s", "not measured: this machine has one core")
        return
    async with AsyncExitStack() as stack:
        contenders = {}
        for cores in CORES[: 1 if rig.effort.is_smoke else None]:
            with rig.pinned(cores):
                bare = await stack.enter_async_context(rig.server("bench.servers.echo"))
                clio = await stack.enter_async_context(rig.clio())
                contenders["bare echo", cores] = await stack.enter_async_context(contender(rig, "echo", [bare], 64))
                for kind, (name, in_flight) in KINDS.items():
                    way = contender(rig, kind, [clio], rig.effort.width(in_flight), game="amphipolis")
                    contenders[name, cores] = await stack.enter_async_context(way)
        found = await alternate({f"{name}/{cores}": each for (name, cores), each in contenders.items()}, rig.effort)
    for name, cores in contenders:
        sample = found[f"{name}/{cores}"]
        yield _row(
            f"{name}, SQLite, server on {_counted(cores, 'core')}"
            if name != "bare echo"
            else f"{name}, on {_counted(cores, 'core')}",
            sample,
            f"{name} on one core",
            found[f"{name}/1"],
            "clients on the other cores" if cores < rig.machine_cores else "clients on the same cores",
        )


async def _by_servers(rig: Rig) -> AsyncIterator[Row]:
    async with AsyncExitStack() as stack:
        contenders = {}
        for number in SERVERS[: 2 if rig.effort.is_smoke else None]:
            url = rig.stores.database()
            servers = [
                await stack.enter_async_context(rig.clio(CLIO_DATABASE_URL=url, CLIO_DATABASE_CONNECTIONS="5"))
                for _ in range(number)
            ]
            for kind, (name, in_flight) in KINDS.items():
                way = contender(rig, kind, servers, rig.effort.width(in_flight), game="amphipolis")
                contenders[f"{name}/{number}"] = await stack.enter_async_context(way)
        found = await alternate(contenders, rig.effort)
    for key, sample in found.items():
        name, _, number = key.partition("/")
        title = f"{name}, PostgreSQL, {_counted(int(number), 'server')}"
        yield _row(title, sample, f"{name} with one server", found[f"{name}/1"], "")


def _counted(number: int, what: str) -> str:
    return f"one {what}" if number == 1 else f"{number} {what}s"


def _row(name: str, sample: Sample, baseline: str, first: Sample, note: str) -> Row:
    return Row(
        name=name,
        figure=sample.rate,
        unit="calls/s" if "Stream" not in name else "moves/s",
        baseline="" if sample is first else baseline,
        ratio=None if sample is first else sample.rate / first.rate,
        p50_ms=sample.p50_ms,
        cpu_us=sample.cpu_us,
        note=note,
    )
