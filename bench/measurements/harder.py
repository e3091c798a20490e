"""The echo and durable moves once more, driven by h2load, which takes the processor less than a Python client does."""

from collections.abc import AsyncIterator
from statistics import median
from typing import Any

import grpc.aio

from bench.load import h2load
from bench.load.callers import MESSAGE
from bench.load.scripts import opened
from bench.rig import Rig
from bench.row import Row, missing
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move

IN_FLIGHT = 64
ECHO, PLAY = "bare echo, 64 h2load processes", "PlayMove, trivial game, SQLite, 64 h2load processes"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """One match for each process; that its moves were accepted is seen in the matches afterwards."""
    if not h2load.is_installed():
        yield missing(PLAY, "calls/s", "h2load is not installed (Debian: nghttp2-client)", baseline=ECHO)
        return
    folder, in_flight = rig.new_folder("h2load"), rig.effort.width(IN_FLIGHT)
    rates: dict[str, list[float]] = {ECHO: [], PLAY: []}
    cpu: dict[str, list[float]] = {ECHO: [], PLAY: []}
    async with (
        rig.server("bench.servers.echo") as bare,
        rig.clio() as clio,
        grpc.aio.insecure_channel(clio.address) as channel,
    ):
        stub: Any = MatchServiceStub(channel)
        scripts = [await opened(stub, "trivial", f"h2load-{number}") for number in range(in_flight)]
        moves = [
            (pb.PlayMoveRequest(match_id=each.match_id, move=Move(notation="tick")).SerializeToString(), token)
            for each in scripts
            for token, _ in [each.next()]
        ]
        ways = {
            ECHO: (bare, "/bench.Echo/Echo", [(MESSAGE, "")] * in_flight),
            PLAY: (clio, "/clio.v1.MatchService/PlayMove", moves),
        }
        for _ in range(rig.effort.rounds):
            for name, (server, method, calls) in ways.items():
                before = server.cpu_seconds()
                rates[name].append(await h2load.rate(server.port, method, calls, folder, rig.effort.seconds))
                made = rates[name][-1] * rig.effort.seconds
                cpu[name].append(1e6 * (server.cpu_seconds() - before) / max(made, 1))
        last = (await stub.GetMatch(pb.GetMatchRequest(match_id=scripts[0].match_id))).match.seq
        assert last > rig.effort.rounds, "h2load's moves were refused"
    for name, found in rates.items():
        yield Row(
            name=name,
            figure=median(found),
            unit="calls/s",
            baseline="" if name == ECHO else ECHO,
            ratio=None if name == ECHO else median(found) / max(median(rates[ECHO]), 1e-9),
            cpu_us=median(cpu[name]),
        )
