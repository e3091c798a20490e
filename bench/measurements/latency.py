"""One move while nothing else goes on: what it takes, less a bare echo and one sync of the same disk."""

from collections.abc import AsyncIterator
from statistics import median

from bench.bare_syncs import sync_ms
from bench.contenders import alternate, contender
from bench.rig import Rig
from bench.row import Row

SYNCS = 200


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Echo, sync and move in turn."""
    async with (
        rig.server("bench.servers.echo") as bare,
        rig.clio() as clio,
        contender(rig, "echo", [bare], 1) as echo,
        contender(rig, "play", [clio], 1, game="amphipolis") as move,
    ):
        syncs = [sync_ms(rig.folder / "synced", rig.effort.count(SYNCS, 10)) for _ in range(rig.effort.rounds)]
        found = await alternate({"echo": echo, "move": move}, rig.effort)
        syncs += [sync_ms(rig.folder / "synced", rig.effort.count(SYNCS, 10)) for _ in range(rig.effort.rounds)]
    sync, echoed, moved = median(syncs), found["echo"].p50_ms, found["move"].p50_ms
    yield Row(name="bare echo alone", figure=echoed, unit="ms", cpu_us=found["echo"].cpu_us)
    yield Row(name="one sync of 16 KiB, same disk", figure=sync, unit="ms")
    yield Row(
        name="one move of Amphipolis alone, SQLite",
        figure=moved,
        unit="ms",
        baseline="echo and sync together",
        ratio=moved / (echoed + sync),
        cpu_us=found["move"].cpu_us,
    )
    yield Row(name="one move alone, on top of echo and sync", figure=moved - echoed - sync, unit="ms", target="latency")
