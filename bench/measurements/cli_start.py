"""How long the command takes to say what it can do, beside an interpreter that does nothing."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from statistics import median

from bench.processes import running
from bench.rig import Rig
from bench.row import Row

STARTS = 12
MAIN = "from clio.cli.main import main; main()"
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "clio --help": [sys.executable, "-c", MAIN, "--help"],
    "clio play --help": [sys.executable, "-c", MAIN, "play", "--help"],
    "clio --version": [sys.executable, "-c", MAIN, "--version"],
}
BASELINE = "python -c pass"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """All commands in turn."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rig.effort.count(STARTS, 2)):
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            async with asyncio.timeout(60):
                async with running(command) as process:
                    assert await process.process.wait() == 0, name
            taken[name].append((time.perf_counter() - started) * 1000)
    base = median(taken[BASELINE])
    for name, times in taken.items():
        yield Row(
            name=name,
            figure=median(times),
            unit="ms",
            baseline="" if name == BASELINE else BASELINE,
            ratio=None if name == BASELINE else median(times) / base,
            target="help" if name == "clio --help" else "",
        )
