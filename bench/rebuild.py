"""``make rebuild``: builds the views of a large record again while the server serves."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import grpc.aio

from bench import large_record
from bench.effort import FULL
from bench.rig import Rig
from bench.stores import Stores
from clio.v1 import match_service_pb2, standings_service_pb2, statistics_service_pb2
from clio.v1 import projection_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub
from clio.v1.standings_service_pb2_grpc import StandingsServiceStub
from clio.v1.statistics_service_pb2_grpc import StatisticsServiceStub

BEFORE_SECONDS = 10.0
WINDOW_SECONDS = 4.0
A_PAUSE = 0.002
LOOK_AGAIN = 0.2
LIMIT_SECONDS = 1800.0
MEBIBYTE = 1024 * 1024
MAX_SLOWER = 2.0


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

    async def during(self, seconds: float) -> list[float]:
        """How long each read of the next seconds took, in milliseconds."""
        times: list[float] = []
        end = time.perf_counter() + seconds
        while (started := time.perf_counter()) < end:
            await next(self._asks)()
            times.append((time.perf_counter() - started) * 1000)
            await asyncio.sleep(A_PAUSE)
        return times


def quantile(times: list[float], part: float) -> float:
    """The time that this part of the reads did not exceed."""
    return sorted(times)[int(part * (len(times) - 1))]


class Windows:
    """Reads in alternating windows, the building stopped and running: neither side gets the quieter machine."""

    def __init__(self) -> None:
        self.stopped: list[list[float]] = []
        self.running: list[list[float]] = []

    def add(self, stopped: list[float], running: list[float]) -> None:
        """One pair of windows."""
        self.stopped.append(stopped)
        self.running.append(running)

    @staticmethod
    def middle(windows: list[list[float]], part: float) -> float:
        """The median of the windows' quantiles."""
        return median(quantile(window, part) for window in windows)

    @property
    def ratio(self) -> float:
        """How much longer the slowest percent of reads takes while the building runs."""
        return self.middle(self.running, 0.99) / self.middle(self.stopped, 0.99)


async def measure(data: Path) -> bool:
    """Rebuilds every projection; checks that reads stay fast and the views are equal."""
    good = True
    async with Rig(data.parent, FULL, Stores()).clio(data) as clio, grpc.aio.insecure_channel(clio.address) as channel:
        stub: Any = ProjectionServiceStub(channel)
        token = (("authorization", f"Bearer {(data / 'admin-token').read_text().strip()}"),)
        started = time.perf_counter()
        while await _busy(stub, token):  # noqa: ASYNC110 (another process is waited for)
            await asyncio.sleep(LOOK_AGAIN)
        print(f"first building of all views, side by side: {time.perf_counter() - started:.1f} s", flush=True)
        for name in ("matches", "standings", "statistics"):
            good = await _measure_one(channel, stub, name, token) and good
        listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
        for projection in listed.projections:
            comparison = projection.generations[0].comparison
            good = good and bool(comparison.new_digest) and comparison.old_digest == comparison.new_digest
            old, new = comparison.old_digest.hex()[:16], comparison.new_digest.hex()[:16]
            print(f"{projection.projection}: {old} was, {new} is")
    return good


async def _measure_one(channel: grpc.aio.Channel, stub: Any, name: str, token: Any) -> bool:  # noqa: ANN401 (stubs and metadata)
    reads, windows = Reads(channel), Windows()
    before = await reads.during(BEFORE_SECONDS)
    await stub.RebuildProjection(pb.RebuildProjectionRequest(projection=name), metadata=token)
    told = 0
    async with asyncio.timeout(LIMIT_SECONDS):
        while progress := await _busy(stub, token, name):
            if builders := _builders():
                _signal(builders, signal.SIGSTOP)
                try:
                    stopped = await reads.during(WINDOW_SECONDS)
                finally:
                    _signal(builders, signal.SIGCONT)
                windows.add(stopped, await reads.during(WINDOW_SECONDS))
            else:
                await asyncio.sleep(LOOK_AGAIN)
            told = _tell(name, progress, told)
    listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
    built = next(each for each in listed.projections if each.projection == name).generations[0].progress
    _tell(name, built, told - 1)
    await stub.DropProjection(pb.DropProjectionRequest(projection=name), metadata=token)
    everything = [each for window in windows.running for each in window]
    print(
        f"{name}: reads before p50 {quantile(before, 0.5):.2f}, p99 {quantile(before, 0.99):.2f} ms; "
        f"{len(windows.running)} pairs of windows of {WINDOW_SECONDS} s, medians: building stopped p50 "
        f"{windows.middle(windows.stopped, 0.5):.2f}, p99 {windows.middle(windows.stopped, 0.99):.2f} ms; running p50 "
        f"{windows.middle(windows.running, 0.5):.2f}, p99 {windows.middle(windows.running, 0.99):.2f} ms = "
        f"{windows.ratio:.2f} times; all {len(everything)} reads while running: p99 {quantile(everything, 0.99):.2f} "
        "ms\n",
        flush=True,
    )
    return windows.ratio <= MAX_SLOWER


async def _busy(stub: Any, token: Any, name: str = "") -> Any:  # noqa: ANN401 (stubs and metadata)
    """The progress of what is being built or catches up; None if nothing is."""
    listed = await stub.ListProjections(pb.ListProjectionsRequest(), metadata=token)
    for projection in listed.projections:
        for generation in projection.generations:
            waits = generation.status in (pb.GENERATION_STATUS_BUILDING, pb.GENERATION_STATUS_READY)
            if name in ("", projection.projection) and (waits or (generation.serving and generation.lag)):
                return generation.progress
    return None


def _tell(name: str, progress: Any, told: int) -> int:  # noqa: ANN401 (a message)
    quarters = int(4 * progress.events / progress.target) if progress.target else 0
    if quarters > told:
        print(
            f"  {name}: {progress.events:,} of {progress.target:,} events in {progress.seconds:.0f} s (stopped half of "
            f"the time), {progress.rate:,.0f}/s, {progress.peak_bytes / MEBIBYTE:.0f} MiB at most",
            flush=True,
        )
    return max(told, quarters)


def _builders() -> list[int]:
    """The building processes among the descendants of this one."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"clio.server.projection_builder" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return [pid for pid in found if parents.get(parents.get(pid, 0)) == os.getpid()]


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


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
