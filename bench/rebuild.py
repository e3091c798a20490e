"""``make rebuild``: builds the views of a large record anew while the server goes on answering."""

import argparse
import asyncio
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import grpc.aio

from bench import large_record
from bench.processes import clio_server
from clio.v1 import match_service_pb2, standings_service_pb2, statistics_service_pb2
from clio.v1 import projection_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub

BEFORE_SECONDS = 10.0
A_PAUSE = 0.002
LIMIT_SECONDS = 1800.0
MEBIBYTE = 1024 * 1024
MOST_SLOWER = 2.0


class Reads:
    """One caller that reads lists, leaderboards, players and statistics in turn, and notes how long each took."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        matches: Any = MatchServiceStub(channel)
        standings: Any = StandingsServiceStub(channel)
        statistics: Any = StatisticsServiceStub(channel)
        self._asks = cycle(
            [
                lambda: matches.ListMatches(match_service_pb2.ListMatchesRequest(page_size=20)),
                lambda: standings.ListStandings(standings_service_pb2.ListStandingsRequest(game="akros", page_size=20)),
                lambda: standings.GetPlayer(standings_service_pb2.GetPlayerRequest(player="Player 7")),
                lambda: statistics.GetStatistics(statistics_service_pb2.GetStatisticsRequest(game="amphipolis")),
                lambda: matches.ListMatches(
                    match_service_pb2.ListMatchesRequest(player="Player 7", game="akros", page_size=20)
                ),
            ]
        )
        self.times: list[float] = []

    async def go_on(self, until: asyncio.Event) -> None:
        """Reads until told to stop."""
        while not until.is_set():
            started = time.perf_counter()
            await next(self._asks)()
            self.times.append((time.perf_counter() - started) * 1000)
            await asyncio.sleep(A_PAUSE)

    def quantile(self, part: float) -> float:
        """The time that this part of the reads did not exceed, in milliseconds."""
        return sorted(self.times)[int(part * (len(self.times) - 1))]


async def measure(data: Path) -> bool:
    """Rebuilds every projection; tells whether reads stayed quick and the views are the same."""
    good = True
    async with clio_server(data) as channel:
        stub: Any = ProjectionServiceStub(channel)
        token = (("authorization", f"Bearer {(data / 'admin-token').read_text().strip()}"),)
        started = time.perf_counter()
        await _settled(stub, token)
        print(f"first building of all views, side by side: {time.perf_counter() - started:.1f} s")
        for name in ("matches", "standings", "statistics"):
            before = await _reading(channel, asyncio.sleep(BEFORE_SECONDS))
            during = await _reading(channel, _rebuild(stub, name, token))
            ratio = during.quantile(0.99) / before.quantile(0.99)
            print(
                f"{name}: {len(before.times)} reads before, p50 {before.quantile(0.5):.2f} ms, "
                f"p99 {before.quantile(0.99):.2f} ms; {len(during.times)} during, p50 {during.quantile(0.5):.2f} ms, "
                f"p99 {during.quantile(0.99):.2f} ms = {ratio:.2f} times\n"
            )
            good = good and ratio <= MOST_SLOWER
        listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
        for projection in listed.projections:
            comparison = projection.generations[0].comparison
            good = good and bool(comparison.new_digest) and comparison.old_digest == comparison.new_digest
            print(f"{projection.name}: {comparison.old_digest[:16]} was, {comparison.new_digest[:16]} is")
    return good


async def _reading(channel: grpc.aio.Channel, meanwhile: Any) -> Reads:  # noqa: ANN401 (any awaitable)
    reads, done = Reads(channel), asyncio.Event()
    task = asyncio.create_task(reads.go_on(done))
    try:
        await meanwhile
    finally:
        done.set()
    await task
    return reads


async def _rebuild(stub: Any, name: str, token: Any) -> None:  # noqa: ANN401 (stubs and metadata)
    await stub.RebuildProjection(pb.RebuildProjectionRequest(name=name), metadata=token)
    await _settled(stub, token, name)
    await stub.DropProjection(pb.DropProjectionRequest(name=name), metadata=token)


async def _settled(stub: Any, token: Any, told: str = "") -> None:  # noqa: ANN401 (stubs and metadata)
    """Waits until nothing is being built; prints the progress of one projection."""
    quarters = 0
    async with asyncio.timeout(LIMIT_SECONDS):
        while True:
            listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
            generations = {(p.name, g.number): g for p in listed.projections for g in p.generations}
            for (name, _), generation in generations.items():
                progress = generation.progress
                done = int(4 * progress.events / progress.target) if progress.target else 0
                if name == told and done > quarters and generation.status != pb.GENERATION_STATUS_RETIRED:
                    quarters = done
                    print(
                        f"  {name}: {progress.events:,} of {progress.target:,} events, {progress.rate:,.0f}/s, "
                        f"{progress.peak_bytes / MEBIBYTE:.0f} MiB at most"
                    )
            busy = (pb.GENERATION_STATUS_BUILDING, pb.GENERATION_STATUS_READY)
            if not any(g.status in busy or (g.serving and g.lag) for g in generations.values()):
                return
            await asyncio.sleep(0.25)


def main() -> int:
    """Writes the record, then measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    wanted = parser.parse_args().events
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        started = time.perf_counter()
        written = large_record.write(data, wanted)
        print(f"a record of {written:,} events, written in {time.perf_counter() - started:.0f} s", flush=True)
        good = asyncio.run(measure(data))
    print("reads stayed within twice their time, and every view is the same" if good else "NOT as it must be")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
