"""Builds views from the record; `make rebuild` does it at full size, with readers beside it."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import grpc.aio

from bench import large_record
from bench.rig import Rig
from bench.row import Row
from clio.v1 import projection_service_pb2 as pb
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub

EVENTS = 100_000
VIEWS = ("matches", "standings", "statistics")
LOOK_AGAIN = 0.02
PATIENCE = 600.0


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """All views side by side at a first start, then one after another beside those that serve."""
    data = rig.new_folder("projected")
    events = large_record.write(data, rig.effort.count(EVENTS, 500))
    started = time.perf_counter()
    async with rig.clio(data) as clio, grpc.aio.insecure_channel(clio.address) as channel:
        stub: Any = ProjectionServiceStub(channel)
        token = (("authorization", f"Bearer {(data / 'admin-token').read_text().strip()}"),)
        await settled(stub, token)
        taken = time.perf_counter() - started
        yield Row(
            name="all views at a first start, side by side",
            figure=events / taken,
            unit="events/s",
            note=f"a record of {events:,} events; the server's start included",
        )
        for name in rig.effort.some(VIEWS):
            started = time.perf_counter()
            await stub.RebuildProjection(pb.RebuildProjectionRequest(projection=name), metadata=token)
            await settled(stub, token)
            taken = time.perf_counter() - started
            yield Row(name=f"rebuild of {name}", figure=events / taken, unit="events/s", note="in a process of its own")


async def settled(stub: Any, token: Any, patience: float = PATIENCE) -> None:  # noqa: ANN401 (stub and metadata)
    """Returns once every view has taken in the whole record."""
    async with asyncio.timeout(patience):
        while await _busy(stub, token):  # noqa: ASYNC110 (another process is waited for)
            await asyncio.sleep(LOOK_AGAIN)


async def _busy(stub: Any, token: Any) -> bool:  # noqa: ANN401 (as above)
    listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
    return any(
        generation.status in (pb.GENERATION_STATUS_BUILDING, pb.GENERATION_STATUS_READY)
        or (generation.serving and generation.lag)
        for projection in listed.projections
        for generation in projection.generations
    )
