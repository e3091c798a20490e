"""Catching up: how fast one watcher receives past events, for the first time and again.

The first time nothing of a match is in the server's memory; again, its past may have been kept.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from statistics import median
from typing import Any, Final

import grpc.aio

from bench.load.http_stream import HttpStream
from bench.measurements.projecting import settled
from bench.processes import Running
from bench.rig import Rig
from bench.row import Row
from bench.servers.echo import EVENTS_A_MESSAGE
from bench.stored_matches import LONG_GAME, write_long_matches, write_matches
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub

MATCHES: Final = 60
LONG: Final = 20_000
TIMES: Final = ("for the first time", "again")
OVER_HTTP: Final = ", over HTTP"
BARE: Final = f"bare stream, {EVENTS_A_MESSAGE} events of 300 bytes a message"
BARE_CALLS: Final = "bare streams, one after another, each with about as many events as one of the finished matches"


class _Taken:
    """Rates and the server's processor time, round by round."""

    def __init__(self) -> None:
        self._rates: dict[str, list[float]] = {}
        self._cpu_us: dict[str, list[float]] = {}

    def add(self, name: str, events: int, seconds: float, cpu_seconds: float) -> None:
        """One round."""
        self._rates.setdefault(name, []).append(events / seconds)
        self._cpu_us.setdefault(name, []).append(1e6 * cpu_seconds / events)

    def row(self, name: str, baseline: str = "", target: str = "") -> Row:
        """The median of the rounds."""
        rate = median(self._rates[name])
        ratio = rate / median(self._rates[baseline]) if baseline else None
        cpu_us = median(self._cpu_us[name])
        return Row(
            name=name, figure=rate, unit="events/s", baseline=baseline, ratio=ratio, cpu_us=cpu_us, target=target
        )


async def catch_up(rig: Rig) -> AsyncIterator[Row]:
    """Every round has matches of its own, and so has one before them that does not count."""
    data, rounds = rig.new_folder("watched"), rig.effort.rounds + 1
    several = rig.effort.count(MATCHES, 6)
    # Each transport has matches of its own, or the second would find what the first has left in memory.
    finished = write_matches(data, 2 * several * rounds)
    long = write_long_matches(data, rig.effort.count(LONG, 400), 2 * rounds)
    names = {
        "several": f"catch-up: {several} finished matches of all games, one after another",
        "long": f"catch-up: one match of {long[0][1]:,} events ({LONG_GAME})",
    }
    taken = _Taken()
    async with (
        rig.server("bench.servers.echo", "uvloop") as bare,
        rig.clio(data) as clio,
        grpc.aio.insecure_channel(bare.address) as plain,
        grpc.aio.insecure_channel(clio.address) as channel,
    ):
        token = (("authorization", f"Bearer {(data / 'admin-token').read_text().strip()}"),)
        # A server that was just given a record builds its views first, at full speed.
        await settled(ProjectionServiceStub(channel), token)
        for number in range(rounds):
            into = taken if number else _Taken()
            some = finished[2 * several * number :][:several]
            for key, matches in (("several", some), ("long", [long[2 * number]])):
                for which in TIMES:
                    await _watched_all(
                        channel, clio, [match_id for match_id, _ in matches], into, f"{names[key]}, {which}"
                    )
            others = finished[2 * several * number :][several : 2 * several]
            for key, matches in (("several", others), ("long", [long[2 * number + 1]])):
                for which in TIMES:
                    name = f"{names[key]}, {which}{OVER_HTTP}"
                    await _watched_over_http(clio, [match_id for match_id, _ in matches], into, name)
            await _stream_all(plain, bare, [events for _, events in some], into, BARE_CALLS)
            await _stream_all(plain, bare, [long[2 * number][1]], into, BARE)
    for key, baseline in (("long", BARE), ("several", BARE_CALLS)):
        yield taken.row(baseline)
        for which in TIMES:
            name = f"{names[key]}, {which}"
            yield taken.row(name, baseline, "catch-up")
            yield taken.row(f"{name}{OVER_HTTP}", name, "http-catch-up")


async def _watched_all(
    channel: grpc.aio.Channel, server: Running, matches: Iterable[str], taken: _Taken, name: str
) -> None:
    stub: Any = MatchServiceStub(channel)
    seen, used, started = 0, server.cpu_seconds(), time.perf_counter()
    for match_id in matches:
        call = stub.WatchMatch(pb.WatchMatchRequest(match_id=match_id))
        async for response in call:
            seen += len(response.events)
            if response.caught_up:
                break
        call.cancel()
    taken.add(name, seen, time.perf_counter() - started, server.cpu_seconds() - used)


async def _watched_over_http(server: Running, matches: Iterable[str], taken: _Taken, name: str) -> None:
    """The same over the HTTP API: one connection for each match, as one call for each."""
    loop = asyncio.get_running_loop()
    seen, used, started = 0, server.cpu_seconds(), time.perf_counter()
    for match_id in matches:
        caught_up: asyncio.Future[None] = loop.create_future()

        def hear(message: bytes, caught_up: asyncio.Future[None] = caught_up) -> None:
            nonlocal seen
            response = pb.WatchMatchResponse.FromString(message)
            seen += len(response.events)
            if response.caught_up and not caught_up.done():
                caught_up.set_result(None)

        request = pb.WatchMatchRequest(match_id=match_id).SerializeToString()
        transport, _ = await loop.create_connection(
            partial(HttpStream, "/clio.v1.MatchService/WatchMatch", request, hear), "127.0.0.1", server.http_port
        )
        await caught_up
        transport.close()
    taken.add(name, seen, time.perf_counter() - started, server.cpu_seconds() - used)


async def _stream_all(
    channel: grpc.aio.Channel, server: Running, sizes: Iterable[int], taken: _Taken, name: str
) -> None:
    """Nothing is parsed here: the messages are zeros."""
    stream: Any = channel.unary_stream("/bench.Echo/Tell")
    seen, used, started = 0, server.cpu_seconds(), time.perf_counter()
    for size in sizes:
        messages = max(1, round(size / EVENTS_A_MESSAGE))
        seen += messages * EVENTS_A_MESSAGE
        async for _ in stream(b"%d" % messages):
            pass
    taken.add(name, seen, time.perf_counter() - started, server.cpu_seconds() - used)
