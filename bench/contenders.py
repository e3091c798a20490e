"""Contenders of one measurement: each puts a load on a server. They take turns, so that all have the same machine."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from statistics import median
from typing import Final, NamedTuple

from bench.effort import Effort
from bench.processes import Running
from bench.rig import Rig

GUESSES: Final = {
    "echo": 8_000.0,
    "http_echo": 16_000.0,
    "http_play": 8_000.0,
    "http_play_json": 8_000.0,
    "play": 4_000.0,
    "stream": 16_000.0,
}
MAX_MOVES: Final = 4_000
A_LOOK: Final = 0.2
QUIET: Final = 0.1
"""A server that uses less of a core than this is idle."""
MAX_WAIT: Final = 25
FEW: Final = 16
"""Fewer calls in flight than this come from one process."""
_loads: Final[Iterator[int]] = count()


class Sample(NamedTuple):
    """Calls a second, the median of one in milliseconds, and the server's processor time for one in microseconds."""

    rate: float
    p50_ms: float
    cpu_us: float


class Contender:
    """A load of load clients, and the servers that they call."""

    def __init__(
        self, clients: Sequence[Running], servers: Sequence[Running], *, load: int = 0, tables: int, guess: float
    ) -> None:
        self._clients: Final = clients
        self._servers: Final = servers
        self._load: Final = load
        self._tables: Final = tables
        self._expected = guess

    async def sample(self, seconds: float) -> Sample:
        """One round: prepares untimed, then starts all clients at once."""
        moves = 1.4 * self._expected * seconds / self._tables
        await self.ask({"prepare": min(MAX_MOVES, math.ceil(moves))})
        await self._settled()
        before = self._cpu()
        answers = await self.ask({"seconds": seconds})
        used = self._cpu() - before
        calls = sum(answer["count"] for answer in answers)
        rate = sum(answer["count"] / answer["seconds"] for answer in answers)
        self._expected = max(rate, 1.0)
        return Sample(rate, median(answer["p50"] for answer in answers), 1e6 * used / max(calls, 1))

    async def ask(self, question: Mapping[str, object]) -> list[dict[str, float]]:
        """Sends the same request to all clients at once."""
        return await asyncio.gather(*(client.ask({"load": self._load, **question}) for client in self._clients))

    async def _settled(self) -> None:
        """Waits until the servers are idle: views are updated after the response."""
        for _ in range(MAX_WAIT):
            before = self._cpu()
            await asyncio.sleep(A_LOOK)
            if self._cpu() - before < QUIET * A_LOOK:
                return

    def _cpu(self) -> float:
        return sum(server.cpu_seconds() for server in self._servers)


@asynccontextmanager
async def contender(
    rig: Rig, kind: str, servers: Sequence[Running], in_flight: int, *, game: str = "none"
) -> AsyncIterator[Contender]:
    """A load of that kind with so many calls in flight; calls come from two processes, a stream from one."""
    load, clients = next(_loads), []
    ports, http_ports = [server.port for server in servers], [server.http_port for server in servers]
    for place, share in enumerate(_shares(in_flight, 1 if in_flight < FEW or kind == "stream" else 2)):
        client = await rig.client(place)
        clients.append(client)
        prefix = f"load{load}-{place}"
        spec = {"kind": kind, "ports": ports, "game": game, "tables": share, "prefix": prefix}
        spec["http_ports"] = http_ports
        await client.ask({"load": load, "spec": spec})
    taking_part = Contender(clients, servers, load=load, tables=in_flight, guess=GUESSES[kind])
    try:
        yield taking_part
    finally:
        await taking_part.ask({"close": True})


async def alternate(contenders: Mapping[str, Contender], effort: Effort) -> dict[str, Sample]:
    """Each in turn, round by round; the medians. A short round before them warms compilers and caches up."""
    found: dict[str, list[Sample]] = {name: [] for name in contenders}
    for each in contenders.values():
        await each.sample(effort.seconds / 2)
    for _ in range(effort.rounds):
        for name, each in contenders.items():
            found[name].append(await each.sample(effort.seconds))
    return {name: Sample(*map(median, zip(*samples, strict=True))) for name, samples in found.items()}


def _shares(whole: int, parts: int) -> list[int]:
    parts = min(whole, parts)
    return [whole // parts + (number < whole % parts) for number in range(parts)]
