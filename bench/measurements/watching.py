"""Watching: how fast one watcher catches up, and how fast one match's events reach all who watch it."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median
from typing import Any

import grpc.aio

from bench.load.scripts import Script, opened
from bench.measurements.catching_up import catch_up
from bench.processes import Running, module, running
from bench.rig import Rig
from bench.row import Row
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move

PUSHES = 24
"""Few matches of Amphipolis have fewer moves."""
GAMES = {"amphipolis": "Amphipolis", "akrotiri": "Akrotiri, whose events have sealed fields"}
WATCHERS = (1, 100, 1_000)
PATIENCE = 60.0
FEW = 16
"""Fewer watchers than this are in one process."""
PAYLOAD = bytes(600)
"""About what an event of Akrotiri is on the wire."""

Push = Callable[[int], Awaitable[int]]
"""Causes an event for all watchers; returns its number."""


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Catch-up first, then fan-out."""
    async for row in catch_up(rig):
        yield row
    for watchers in rig.effort.some(WATCHERS):
        for game in [*GAMES][: 1 if rig.effort.is_smoke else None]:
            for row in await _fan_out(rig, game, rig.effort.width(watchers), is_last=watchers == WATCHERS[-1]):
                yield row


async def _fan_out(rig: Rig, game: str, watchers: int, *, is_last: bool) -> list[Row]:
    async with AsyncExitStack() as stack:
        bare = await stack.enter_async_context(rig.server("bench.servers.fan_out"))
        clio = await stack.enter_async_context(rig.clio())
        pushing = (await stack.enter_async_context(_channel(bare))).unary_unary("/bench.FanOut/Push")
        stub: Any = MatchServiceStub(await stack.enter_async_context(_channel(clio)))
        script = await opened(stub, game, "watched")
        listening = await stack.enter_async_context(_audience(rig, bare.port, watchers, ""))
        watching = await stack.enter_async_context(_audience(rig, clio.port, watchers, script.match_id))
        over_http = await opened(stub, game, "watched-over-http")
        browsing = await stack.enter_async_context(_audience(rig, clio.http_port, watchers, over_http.match_id, "http"))

        async def bare_push(number: int) -> int:
            await pushing(b"%d " % number + PAYLOAD)
            return number

        bare_ms, clio_ms, http_ms, used = [], [], [], 0.0
        pushes = rig.effort.count(PUSHES, 3)
        for number in range(1, pushes + 1):
            bare_ms.append(await _until_told(bare_push, number, listening))
            before = clio.cpu_seconds()
            clio_ms.append(await _until_told(_player(stub, script), number, watching))
            used += clio.cpu_seconds() - before
            http_ms.append(await _until_told(_player(stub, over_http), number, browsing))
    cpu_us = 1e6 * used / (pushes * watchers)
    rows = _rows(game, watchers, median(bare_ms), median(clio_ms), cpu_us, is_last=is_last)
    return [*rows, _http_row(rows[-1], watchers, median(http_ms), is_last=is_last)]


def _player(stub: Any, script: Script) -> Push:  # noqa: ANN401 (an untyped stub)
    """Plays the next move of a match; gives its last event."""

    async def play(_number: int) -> int:
        token, notation = script.next()
        request = pb.PlayMoveRequest(match_id=script.match_id, move=Move(notation=notation))
        return int((await stub.PlayMove(request, metadata=(("authorization", f"Bearer {token}"),))).seq)

    return play


def _http_row(grpc_row: Row, watchers: int, http_ms: float, *, is_last: bool) -> Row:
    rate = 1000 * watchers / http_ms
    return Row(
        name=f"{grpc_row.name}, over HTTP",
        figure=rate,
        unit="deliveries/s",
        baseline=grpc_row.name,
        ratio=rate / (grpc_row.figure or 1.0),
        p50_ms=http_ms,
        target="http-fan-out" if is_last else "",
    )


def _rows(  # noqa: PLR0913 (all of it is reported)
    game: str, watchers: int, bare_ms: float, clio_ms: float, cpu_us: float, *, is_last: bool
) -> list[Row]:
    to = f"{watchers:,} {'watcher' if watchers == 1 else 'watchers'}"
    bare, ours = f"bare fan-out to {to}, beside {game}", f"fan-out to {to}, {GAMES[game]}"
    rates = [1000 * watchers / taken for taken in (bare_ms, clio_ms)]
    unit, plot = "deliveries/s", "watchers"
    is_plotted = game == "amphipolis"
    return [
        Row(
            name=bare,
            figure=rates[0],
            unit=unit,
            p50_ms=bare_ms,
            plot=plot if is_plotted else "",
            series="bare fan-out",
            x=watchers,
        ),
        Row(
            name=ours,
            figure=rates[1],
            unit=unit,
            baseline=bare,
            ratio=rates[1] / rates[0],
            p50_ms=clio_ms,
            cpu_us=cpu_us,
            target="fan-out" if is_last else "",
            plot=plot,
            series=GAMES[game],
            x=watchers,
        ),
    ]


@asynccontextmanager
async def _channel(server: Running) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(server.address) as channel:
        yield channel


@asynccontextmanager
async def _audience(rig: Rig, port: int, watchers: int, match_id: str, *transport: str) -> AsyncIterator[list[Running]]:
    """Two processes full of watchers, all of them caught up."""
    async with AsyncExitStack() as stack:
        processes = []
        for share in [watchers] if watchers < FEW else [watchers - watchers // 2, watchers // 2]:
            told = [match_id, *transport] if match_id else []
            command = module("bench.load.watchers", str(port), str(share), *told)
            processes.append(await stack.enter_async_context(running(command, cores=rig.client_cores, talks=True)))
        for process in processes:
            await _received(process, 0)
        yield processes


async def _until_told(push: Push, number: int, audience: list[Running]) -> float:
    """From the call until the last watcher has it, in milliseconds."""
    started = time.monotonic_ns()
    told = await push(number)
    ends = [await _received(process, told) for process in audience]
    return (max(ends) - started) / 1e6


async def _received(process: Running, number: int) -> int:
    async with asyncio.timeout(PATIENCE):
        while line := await process.line():
            received, at = map(int, line.split())
            if received >= number:
                return at
    raise RuntimeError("the watchers have ended early")
