"""How long a move on one server takes to a watcher on another, beside what Redis and gRPC alone take."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Any

import grpc.aio
import redis.asyncio

from bench.processes import Running, free_port, module, running
from bench.rig import Rig
from bench.row import Row
from clio.client.client import Client
from clio.v1.event_pb2 import Event

SAMPLES = 100


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Alternates the bare ways with the product; all of them medians, in milliseconds."""
    redis_url = rig.stores.redis_url()
    settings = {"CLIO_DATABASE_URL": rig.stores.database(), "CLIO_REDIS_URL": redis_url}
    async with rig.server("bench.servers.clock") as ticking, _pair(rig, settings) as (here, there, timed):
        parts = []
        samples = rig.effort.count(SAMPLES, 3)
        for _ in range(rig.effort.rounds):
            bare = await _bare_redis(redis_url, samples), await _bare_stream(ticking.address, samples)
            parts.append((*bare, *await _moves(here, there, timed, samples)))
    by_redis, by_grpc, from_commit, from_call = (median(column) for column in zip(*parts, strict=True))
    yield Row(name="XADD until XREAD BLOCK has it", figure=by_redis, unit="ms")
    yield Row(name="one message of a bare stream", figure=by_grpc, unit="ms")
    yield Row(
        name="a move on one server, seen on another, after its commit",
        figure=from_commit,
        unit="ms",
        baseline="the two bare ways together",
        ratio=from_commit / (by_redis + by_grpc),
    )
    yield Row(
        name="a move on one server, seen on another, after the call",
        figure=from_call,
        unit="ms",
        note="PostgreSQL's commit included",
    )


@asynccontextmanager
async def _pair(rig: Rig, settings: dict[str, str]) -> AsyncIterator[tuple[Client, Client, Running]]:
    """Two servers; the first reports the time of each commit."""
    port = free_port()
    environment = {
        "CLIO_PORT": str(port),
        "CLIO_HTTP_PORT": "",
        "CLIO_DATA": str(rig.new_folder("here")),
        "CLIO_LOG_LEVEL": "error",
        **settings,
    }
    command = module("bench.servers.timed_clio")
    async with running(command, port=port, cores=rig.server_cores, talks=True, environment=environment) as timed:
        await timed.listens()
        async with (
            rig.clio(**settings) as other,
            Client(timed.address) as here,
            Client(other.address) as there,
        ):
            yield here, there, timed


async def _bare_redis(url: str, number: int) -> float:
    """XADD until XREAD BLOCK has it, with two connections."""
    reading: Any = redis.asyncio.Redis.from_url(url, protocol=2)
    writing: Any = redis.asyncio.Redis.from_url(url, protocol=2)
    key, last, samples = f"bench:{time.monotonic_ns()}", "0-0", []
    for each in range(1, number + 1):
        waiting = asyncio.create_task(reading.xread({key: last}, block=5_000))
        await asyncio.sleep(0.003)
        started = time.monotonic_ns()
        adding = asyncio.create_task(writing.xadd(key, {"event": b"x" * 300, "digest": b"x" * 64}, id=f"{each}-0"))
        await waiting
        samples.append(time.monotonic_ns() - started)
        await adding
        last = f"{each}-0"
    await reading.aclose()
    await writing.aclose()
    return median(samples) / 1e6


async def _bare_stream(address: str, number: int) -> float:
    """One message of a server's stream until the client has it."""
    samples = []
    async with grpc.aio.insecure_channel(address) as channel:
        call = channel.unary_stream("/bench.Clock/Tick")(b"")
        for _ in range(number):
            message = await call.read()
            assert isinstance(message, bytes)
            samples.append(time.monotonic_ns() - int(message.split()[0]))
        call.cancel()
    return median(samples) / 1e6


async def _moves(here: Client, there: Client, timed: Running, number: int) -> tuple[float, float]:
    """Plays at one server while watching at the other: medians from the commit, and from the call."""
    from_commit: list[int] = []
    from_call: list[int] = []
    while len(from_commit) < number:
        opened = await here.open_match("akros", 2)
        match_id = opened.match.match_id
        tokens = [(await here.join_match(match_id, f"Player {seat}", seat)).seat_token for seat in (0, 1)]
        seen: dict[int, int] = {}
        watching = asyncio.create_task(_watch(there, match_id, seen))
        match = await here.get_match(match_id)
        await _until(seen, match.seq)
        while match.to_move and len(from_commit) < number:
            token = tokens[match.to_move[0]]
            listed = await here.list_legal_moves(match_id, token).first_page()
            started = time.monotonic_ns()
            played = await here.play_move(match_id, listed.moves[len(from_call) % len(listed.moves)], token)
            await _until(seen, played.seq)
            committed = await _committed(timed, match_id, played.first_seq)
            from_call.append(seen[played.first_seq] - started)
            from_commit.append(seen[played.first_seq] - committed)
            match = await here.get_match(match_id)
        watching.cancel()
    return median(from_commit) / 1e6, median(from_call) / 1e6


async def _watch(client: Client, match_id: str, seen: dict[int, int]) -> None:
    async for sighting in client.watch_match(match_id):
        if isinstance(sighting, Event):
            seen[sighting.seq] = time.monotonic_ns()


async def _until(seen: dict[int, int], seq: int) -> None:
    async with asyncio.timeout(20):
        while seq not in seen:  # noqa: ASYNC110 (the watcher must not be burdened with waking others)
            await asyncio.sleep(0.001)


async def _committed(timed: Running, match_id: str, seq: int) -> int:
    """When the first server had recorded an event."""
    while True:
        of_match, number, at = (await timed.line()).split()
        if (of_match.decode(), int(number)) == (match_id, seq):
            return int(at)
