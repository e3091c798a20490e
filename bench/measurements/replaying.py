"""Replay to a point: in process from the events, and over the API from the record."""

import time
from collections.abc import AsyncIterator
from statistics import median
from typing import Any

import grpc.aio

from bench.measurements.projecting import settled
from bench.rig import Rig
from bench.row import Row
from bench.stored_matches import Table, append
from clio.games.registry import GAMES
from clio.kernel.match.replay import Replay
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub

POINTS = (10, 100, 300, 600)
MATCHES = 30
LONGEST = "akrotiri"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Every match is asked for a first time only: nothing is remembered."""
    tables = [Table(LONGEST, number).seat().play() for number in range(rig.effort.count(MATCHES, 2))]
    for point in POINTS:
        taken = []
        for table in tables:
            replay = Replay(table.events, GAMES)
            started = time.process_time()
            replay.at(min(point, replay.last))
            taken.append((time.process_time() - started) * 1000)
        yield _row("in process", median(taken), point)
    data = rig.new_folder("replayed")
    append(Settings(data=data), (table.events for table in tables))
    async with rig.clio(data, CLIO_CACHED_MATCHES="1") as clio, grpc.aio.insecure_channel(clio.address) as channel:
        stub: Any = MatchServiceStub(channel)
        token = (("authorization", f"Bearer {(data / 'admin-token').read_text().strip()}"),)
        # A server that was just given a record builds its views first, at full speed.
        await settled(ProjectionServiceStub(channel), token)
        await stub.GetMatch(pb.GetMatchRequest(match_id=tables[0].match.id))
        for point in POINTS:
            taken = []
            for table in tables:
                request = pb.GetViewRequest(match_id=table.match.id, seq=min(point, len(table.events)))
                started = time.perf_counter()
                await stub.GetView(request)
                taken.append((time.perf_counter() - started) * 1000)
            yield _row("GetView of a match not in memory", median(taken), point)


def _row(how: str, figure: float, point: int) -> Row:
    name = f"{how}, to event {point} of about 800 (Akrotiri)"
    return Row(name=name, figure=figure, unit="ms", plot="replay", series=how, x=point)
