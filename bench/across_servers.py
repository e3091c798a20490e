"""How long a move on one server takes to a watcher on another, beside what Redis and gRPC alone take."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import grpc.aio
import redis.asyncio

from bench.processes import ROOT, free_port, server
from clients.sdk.client import ClioClient
from clio.v1.event_pb2 import Event
from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer

SAMPLES = 100


class Latencies(NamedTuple):
    """Medians, in milliseconds."""

    redis: float
    grpc: float
    from_commit: float
    from_call: float

    @property
    def ratio(self) -> float:
        """A recorded move's way to the watcher, in terms of the bare ways together."""
        return self.from_commit / (self.redis + self.grpc)


async def measure(folder: Path, rounds: int) -> Latencies:
    """Alternates the baselines with the product."""
    postgres, store = PostgresServer(on_disk=True), RedisServer()
    postgres.start()
    store.start()
    try:
        settings = {
            "CLIO_DATABASE_URL": postgres.database(),
            "CLIO_REDIS_URL": store.url,
            "CLIO_LOG_LEVEL": "error",
        }
        clock = free_port()
        async with (
            server("bench.stream_server", str(clock), port=clock) as ticking,
            _pair(folder, settings) as (here, there, timed),
        ):
            parts = []
            for _ in range(rounds):
                bare = await _bare_redis(store.url), await _bare_stream(ticking)
                parts.append((*bare, *await _moves(here, there, timed)))
    finally:
        store.remove()
        postgres.remove()
    return Latencies(*(median(column) for column in zip(*parts, strict=True)))


@asynccontextmanager
async def _pair(
    folder: Path, settings: dict[str, str]
) -> AsyncIterator[tuple[ClioClient, ClioClient, asyncio.StreamReader]]:
    """Two servers; the first tells when it has recorded something."""
    here, there = free_port(), free_port()
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}",
        "CLIO_PORT": str(here),
        "CLIO_DATA": str(folder / "here"),
        **settings,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.timed_server", cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    settings |= {"CLIO_PORT": str(there), "CLIO_DATA": str(folder / "there")}
    try:
        async with (
            server("clients.cli.main", "serve", port=there, **settings),
            ClioClient(f"127.0.0.1:{here}") as a,
            ClioClient(f"127.0.0.1:{there}") as b,
        ):
            yield a, b, process.stdout
    finally:
        process.terminate()
        await process.wait()


async def _bare_redis(url: str) -> float:
    """XADD until XREAD BLOCK has it, with two connections."""
    reading: Any = redis.asyncio.Redis.from_url(url, protocol=2)
    writing: Any = redis.asyncio.Redis.from_url(url, protocol=2)
    key, last, samples = f"bench:{time.monotonic_ns()}", "0-0", []
    for number in range(1, SAMPLES + 1):
        waiting = asyncio.create_task(reading.xread({key: last}, block=5_000))
        await asyncio.sleep(0.003)
        started = time.monotonic_ns()
        adding = asyncio.create_task(writing.xadd(key, {"event": b"x" * 300, "digest": b"x" * 64}, id=f"{number}-0"))
        await waiting
        samples.append(time.monotonic_ns() - started)
        await adding
        last = f"{number}-0"
    await reading.aclose()
    await writing.aclose()
    return median(samples) / 1e6


async def _bare_stream(channel: grpc.aio.Channel) -> float:
    """One message of a server's stream until the client has it."""
    call = channel.unary_stream("/bench.Clock/Tick")(b"")
    samples = []
    for _ in range(SAMPLES):
        message = await call.read()
        assert isinstance(message, bytes)
        samples.append(time.monotonic_ns() - int(message.split()[0]))
    call.cancel()
    return median(samples) / 1e6


async def _moves(here: ClioClient, there: ClioClient, timed: asyncio.StreamReader) -> tuple[float, float]:
    """Plays at one server while watching at the other: medians from the commit, and from the call."""
    from_commit: list[int] = []
    from_call: list[int] = []
    while len(from_commit) < SAMPLES:
        opened = await here.open_match("akros", 2)
        match_id = opened.match.match_id
        tokens = [(await here.join_match(match_id, f"Player {seat}", seat)).seat_token for seat in (0, 1)]
        seen: dict[int, int] = {}
        watching = asyncio.create_task(_watch(there, match_id, seen))
        match = await here.get_match(match_id)
        await _until(seen, match.seq)
        while match.to_move:
            token = tokens[match.to_move[0]]
            listed = await here.list_legal_moves(match_id, token)
            started = time.monotonic_ns()
            played = await here.play_move(match_id, listed.moves[len(from_call) % len(listed.moves)], token)
            await _until(seen, played.seq)
            committed = await _committed(timed, match_id, played.first_seq)
            from_call.append(seen[played.first_seq] - started)
            from_commit.append(seen[played.first_seq] - committed)
            match = await here.get_match(match_id)
        await watching
    return median(from_commit) / 1e6, median(from_call) / 1e6


async def _watch(client: ClioClient, match_id: str, seen: dict[int, int]) -> None:
    async for sighting in client.watch_match(match_id):
        if isinstance(sighting, Event):
            seen[sighting.seq] = time.monotonic_ns()


async def _until(seen: dict[int, int], seq: int) -> None:
    async with asyncio.timeout(20):
        while seq not in seen:  # noqa: ASYNC110 (the watcher must not be burdened with waking others)
            await asyncio.sleep(0.001)


async def _committed(timed: asyncio.StreamReader, match_id: str, seq: int) -> int:
    """When the first server had recorded an event."""
    while True:
        of_match, number, at = (await timed.readline()).split()
        if (of_match.decode(), int(number)) == (match_id, seq):
            return int(at)
