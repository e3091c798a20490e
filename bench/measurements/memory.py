"""Memory of a live match: what the process grows by when it holds a thousand more."""

from collections.abc import AsyncIterator
from typing import Any

import grpc.aio

from bench.load.scripts import opened
from bench.processes import module, running
from bench.rig import Rig
from bench.row import Row
from clio.games.registry import GAMES
from clio.v1.match_service_pb2_grpc import MatchServiceStub

MATCHES = 1_000
FIRST = 50
KIBIBYTE = 1024


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Each game in a process of its own, then Amphipolis in a server, with all that a server keeps beside a match."""
    matches = rig.effort.count(MATCHES)
    for name, game in GAMES.items():
        async with running(module("bench.memory_probe", name, str(matches)), talks=True) as probe:
            held = float(await probe.line())
        yield Row(
            name=f"a live match of {game.title}, half played",
            figure=held / KIBIBYTE,
            unit="KiB",
            target="memory",
            note=f"growth over {matches:,} matches",
        )
    async with rig.clio() as clio, grpc.aio.insecure_channel(clio.address) as channel:
        stub: Any = MatchServiceStub(channel)
        for number in range(min(FIRST, matches)):
            await opened(stub, "amphipolis", f"first-{number}")
        before = clio.rss_bytes()
        for number in range(matches):
            await opened(stub, "amphipolis", f"live-{number}")
        grown = (clio.rss_bytes() - before) / matches
    yield Row(
        name="a match of Amphipolis just begun, in a server",
        figure=grown / KIBIBYTE,
        unit="KiB",
        target="memory" if rig.effort.is_full else "",
        note=f"growth of the whole server over {matches:,} matches, views and logs included",
    )
