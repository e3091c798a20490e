"""Runs FLUSHALL during many watched matches: watchers may see a delay, nothing else."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import grpc.aio

from clio.client.client import Client
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.robustness.platform import platform

ROUNDS = 6
AT_ONCE = 16


@dataclass
class Flushed:
    matches: int
    events: int = 0
    faults: list[str] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    """Seconds from a move's acknowledgement to its watcher, in rounds without a flush."""
    flushed: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        quiet, flushed = (f"p50 {median(of) * 1e3:.1f} ms, at most {max(of) * 1e3:.0f} ms" for of in self.both)
        return (
            f"FLUSHALL in the middle of {self.matches} watched matches: {self.events} events seen in order, "
            f"{len(self.faults)} watchers noticed; from answer to watcher {quiet} without, {flushed} with a flush"
        )

    @property
    def both(self) -> tuple[list[float], list[float]]:
        return self.quiet, self.flushed


class Watched:
    """A match played at one server and watched, on one stream that must never break, at the other."""

    def __init__(self, client: Client, there: grpc.aio.Channel) -> None:
        self._client = client
        self._there = there
        self.id = ""
        self._tokens: list[str] = []
        self.seen: dict[int, float] = {}
        self.fault = ""

    async def open(self) -> None:
        self.id = (await self._client.open_match("amphipolis", 2)).match.match_id
        self._tokens = [(await self._client.join_match(self.id, f"Ann {seat}", seat)).seat_token for seat in (0, 1)]

    async def watch(self) -> None:
        call = MatchServiceStub(self._there).WatchMatch(pb.WatchMatchRequest(match_id=self.id))
        try:
            async for part in call:
                for event in part.events:
                    if event.seq != len(self.seen) + 1:
                        self.fault = f"{self.id}: event {event.seq} after {len(self.seen)}"
                    self.seen[event.seq] = time.monotonic()
        except grpc.aio.AioRpcError as error:
            self.fault = f"{self.id}: {error.code().name}"

    async def play(self) -> float:
        """Plays one move; returns the delay from its answer to the watcher."""
        match = await self._client.get_match(self.id)
        token = self._tokens[match.to_move[0]]
        listed = await self._client.list_legal_moves(self.id, token).first_page()
        played = await self._client.play_move(self.id, listed.moves[0], token)
        answered = time.monotonic()
        async with asyncio.timeout(30):
            while played.seq not in self.seen:  # noqa: ASYNC110 (what is timed must not be woken by whom it tells)
                await asyncio.sleep(0.001)
        return max(0.0, self.seen[played.seq] - answered)


async def run(folder: Path, matches: int, say: Callable[[str], None]) -> Flushed:
    found = Flushed(matches)
    async with (
        platform(folder, servers=2) as on,
        Client(on.servers[0].address) as client,
        grpc.aio.insecure_channel(on.servers[1].address) as there,
    ):
        watched = [Watched(client, there) for _ in range(matches)]
        places = asyncio.Semaphore(AT_ONCE)

        async def play(one: Watched) -> float:
            async with places:
                return await one.play()

        await asyncio.gather(*(one.open() for one in watched))
        watching = [asyncio.create_task(one.watch()) for one in watched]
        for number in range(ROUNDS):
            moves = [asyncio.create_task(play(one)) for one in watched]
            if number % 2:
                await asyncio.wait(moves[: matches // 2])
                await asyncio.to_thread(on.redis.say, "FLUSHALL")
            delays = await asyncio.gather(*moves)
            found.both[number % 2].extend(delays)
            say(f"round {number + 1}: at most {max(delays) * 1e3:.0f} ms")
        for task in watching:
            task.cancel()
        found.events = sum(len(one.seen) for one in watched)
        found.faults = [one.fault for one in watched if one.fault]
    return found
