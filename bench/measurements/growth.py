"""What things cost with a thousand stored matches and with a million, on SQLite and on PostgreSQL, in turn."""

import shutil
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from statistics import median
from typing import Any, NamedTuple

import grpc.aio

from bench.copied_record import copy
from bench.load.scripts import Script, opened
from bench.many_matches import fill, started_matches
from bench.processes import Running
from bench.rig import Rig
from bench.row import Row, missing
from clio.server.settings import Settings
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.move_pb2 import Move

SIZES = {"full": (1_000, 1_000_000), "quick": (1_000, 20_000), "smoke": (24, 48)}
BYTES_A_MATCH = 8_000
"""Room for the record, its views and what a store needs beside them; more than either takes."""
CALLS = 100
START = "a start of the server"
WARM_UP = 10


class Filled(NamedTuple):
    """A record of some size, and how a server is started on it."""

    size: int
    settings: Settings


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """One store after the other."""
    needed = 2 * BYTES_A_MATCH * SIZES[rig.effort.name][-1]
    if shutil.disk_usage(rig.folder).free < needed:
        why = f"not measured: {needed / 2**30:.0f} GiB of disk are needed"
        yield missing("stored matches", "ms", why, target="growth")
        return
    records = []
    for matches in SIZES[rig.effort.name]:
        settings = Settings(data=rig.new_folder("grown"))
        started = time.perf_counter()
        records.append(Filled(matches, settings))
        events = fill(settings, matches)
        yield _filling("SQLite", matches, events / (time.perf_counter() - started), "made by the referee")
    for row in await _on_store(rig, "SQLite", records):
        yield row
    copies = []
    for matches, settings in records:
        url = rig.stores.database()
        started = time.perf_counter()
        copies.append(Filled(matches, Settings(data=rig.new_folder("copied"), database_url=url)))
        copy(settings, copies[-1].settings)
        yield _filling("PostgreSQL", matches, matches / (time.perf_counter() - started), "copied from SQLite's")
    for row in await _on_store(rig, "PostgreSQL", copies):
        yield row


def _filling(store: str, matches: int, rate: float, how: str) -> Row:
    unit = "events/s" if store == "SQLite" else "matches/s"
    return Row(name=f"filling, {store}, {matches:,} matches", figure=rate, unit=unit, note=f"with views; {how}")


async def _on_store(rig: Rig, store: str, records: list[Filled]) -> list[Row]:
    return [row for what, times in (await _costs(rig, records)).items() for row in _rows(what, store, times)]


def _rows(what: str, store: str, times: dict[int, list[float]]) -> Iterator[Row]:
    first, last = min(times), max(times)
    base = median(times[first])
    for size, taken in times.items():
        yield Row(
            name=f"{what}, {store}, {size:,} stored matches",
            figure=median(taken),
            unit="ms",
            baseline="" if size == first else f"with {first:,}",
            ratio=None if size == first else median(taken) / base,
            target="growth" if size == last else "",
            plot="stored-matches" if what != START else "",
            series=f"{what}, {store}",
            x=size,
        )


def _clio(rig: Rig, filled: Filled) -> Any:  # noqa: ANN401 (a context manager)
    return rig.clio(filled.settings.data, CLIO_DATABASE_URL=filled.settings.database_url)


async def _started(rig: Rig, filled: Filled, stack: AsyncExitStack) -> tuple[Any, float]:
    """A stub, and the time from the command until a first question was answered, in milliseconds."""
    match_id = started_matches(filled.size, 1)[0]
    began = time.perf_counter()
    clio: Running = await stack.enter_async_context(_clio(rig, filled))
    stub: Any = MatchServiceStub(await stack.enter_async_context(grpc.aio.insecure_channel(clio.address)))
    await stub.GetMatch(pb.GetMatchRequest(match_id=match_id), wait_for_ready=True)
    return stub, (time.perf_counter() - began) * 1000


async def _costs(rig: Rig, records: list[Filled]) -> dict[str, dict[int, list[float]]]:
    """Starts in turn, the last of which stay up; then calls in turn."""
    taken: dict[str, dict[int, list[float]]] = {START: {filled.size: [] for filled in records}}
    for _ in range(rig.effort.rounds - 1):
        for filled in records:
            async with AsyncExitStack() as stack:
                taken[START][filled.size].append((await _started(rig, filled, stack))[1])
    async with AsyncExitStack() as stack:
        callers = {}
        for filled in records:
            stub, elapsed = await _started(rig, filled, stack)
            taken[START][filled.size].append(elapsed)
            callers[filled.size] = Caller(stub, filled)
            await callers[filled.size].warm_up()
        for _ in range(rig.effort.count(CALLS, 5)):
            for size, caller in callers.items():
                for what, call in caller.calls.items():
                    started = time.perf_counter()
                    await call()
                    elapsed = (time.perf_counter() - started) * 1000
                    taken.setdefault(what, {}).setdefault(size, []).append(elapsed)
    return taken


class Caller:
    """Asks one server for one thing at a time."""

    def __init__(self, stub: Any, filled: Filled) -> None:  # noqa: ANN401 (an untyped stub)
        self._stub = stub
        self._stored = iter(started_matches(filled.size, 2 * CALLS))
        self._filled = filled
        self._replayed = ""
        self._script = Script("", deque())
        self.calls: dict[str, Callable[[], Awaitable[None]]] = {
            "a move": self._move,
            "a page of the list": self._page,
            "two matches of one player": self._page_of_player,
            "a replay to a point, its match read for the first time": self._replay,
            "a replay to a point": self._replay_again,
        }

    async def warm_up(self) -> None:
        """Everything a few times: connections are made, statements prepared. One match of Akrotiri has moves enough."""
        self._script = await opened(self._stub, "akrotiri", f"grown-{time.monotonic_ns()}")
        for _ in range(min(WARM_UP, self._filled.size // 50 + 1)):
            for call in self.calls.values():
                await call()

    async def _move(self) -> None:
        token, notation = self._script.next()
        request = pb.PlayMoveRequest(match_id=self._script.match_id, move=Move(notation=notation))
        await self._stub.PlayMove(request, metadata=(("authorization", f"Bearer {token}"),))

    async def _page(self) -> None:
        await self._stub.ListMatches(pb.ListMatchesRequest(page_size=20))

    async def _page_of_player(self) -> None:
        await self._stub.ListMatches(pb.ListMatchesRequest(player="Player 7", page_size=2))

    async def _replay(self) -> None:
        """A match from anywhere in the record: a large one is on disk, a small one in the system's memory."""
        self._replayed = next(self._stored, "") or started_matches(self._filled.size, 1)[0]
        await self._replay_again()

    async def _replay_again(self) -> None:
        await self._stub.GetView(pb.GetViewRequest(match_id=self._replayed, seq=6))
