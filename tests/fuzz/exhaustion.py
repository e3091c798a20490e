"""Attacks that exhaust: records built for it, long forks and many streams, against a server under a memory limit.

Quiet and loaded phases alternate; in each, another process times health checks and moves.
"""

import asyncio
import contextlib
import json
import resource
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import grpc.aio

from clio.client.first_status import answer_to
from clio.kernel.limits import MAX_FORK_EVENTS
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from tests.fuzz.caller import LOST
from tests.fuzz.exhausting_records import bombs, long_record
from tests.fuzz.expensive_calls import ExpensiveCalls
from tests.kit.access import OPERATOR, new_key
from tests.kit.server_process import ROOT, ServerProcess
from tests.kit.servers import Connection

MEMORY_LIMIT = 1024 * 1024 * 1024
"""Of the server's data, as its container has it: an attack that succeeds meets it, and not the machine's end."""
MAX_MEMORY_KIB = 512 * 1024
MAX_TIMES_SLOWER = 5.0
LONG = 18_000
"""Events of a record that has nearly 8 MiB."""
LONG_RECORDS = 3
REPLAYED = 3_000
"""Events of a record that is replayed: short enough for 55 replays to share one caller's part of the bytes."""
REPLAYS = 55
"""As many streams at once as one caller may have, and a few to spare."""
ROUNDS = 5
CHUNK = 60_000
ATTACKERS = 2
PAUSE = 1.0
OFTEN = 0.05
"""The pause between two calls where the limits, and not the pause, decide how many are made."""
MAX_TRIES = 60
PATIENCE = 30.0
RECOMMENDED = {
    "CLIO_LIMIT_CALLS_PER_SECOND": "50",
    "CLIO_LIMIT_MOVES_PER_SECOND": "20",
    "CLIO_LIMIT_MATCHES_PER_HOUR": "60",
    "CLIO_LIMIT_OPEN_MATCHES": "200",
    "CLIO_LIMIT_WATCHERS": "50",
    "CLIO_LIMIT_STREAMS": "60",
    "CLIO_REQUIRE_KEY": "true",
    "CLIO_ADMIN_TOKEN": OPERATOR,
}
"""What docs/access.md names for a server in the open."""
Call = Callable[[], Awaitable[object]]


@dataclass
class Toll:
    """What the attacks met, and what they cost."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)
    """Messages that streams brought: an attack that is refused at once shows nothing."""
    quiet: dict[str, list[float]] = field(default_factory=lambda: {"health": [], "move": []})
    loaded: dict[str, list[float]] = field(default_factory=lambda: {"health": [], "move": []})
    memory_kib: int = 0
    died: bool = False

    def ratio(self, what: str) -> float:
        return p99(self.loaded[what]) / p99(self.quiet[what])

    @property
    def clean(self) -> bool:
        return self.safe and all(self.ratio(what) <= MAX_TIMES_SLOWER for what in self.quiet)

    @property
    def safe(self) -> bool:
        faults = [code for _, code in self.answers if code in ("INTERNAL", "UNKNOWN")]
        return not self.died and not faults and self.memory_kib < MAX_MEMORY_KIB and self.parts["replay"] > 0

    def lines(self) -> Iterator[str]:
        for (name, code), count in sorted(self.answers.items()):
            yield f"{count:8}  {name}: {code}"
        for name, count in sorted(self.parts.items()):
            yield f"{count:8}  messages of {name}"
        yield f"server's memory at its highest {self.memory_kib // 1024} MiB; {MAX_MEMORY_KIB // 1024} are too many"
        for what in self.quiet:
            if self.quiet[what] and self.loaded[what]:
                yield (
                    f"{what}: p99 {p99(self.quiet[what]) * 1000:.2f} ms quiet ({len(self.quiet[what])} samples), "
                    f"{p99(self.loaded[what]) * 1000:.2f} ms under attack ({len(self.loaded[what])} samples): "
                    f"{self.ratio(what):.1f} times; more than {MAX_TIMES_SLOWER:g} is a fault"
                )


def p99(samples: list[float]) -> float:
    return sorted(samples)[int(len(samples) * 0.99)]


async def run(folder: Path, samples: int, tell: Callable[[str], object]) -> Toll:
    """Alternates quiet and loaded phases until there are so many samples of each."""
    toll = Toll()
    server = ServerProcess(folder / "data", **RECOMMENDED)
    await server.start()
    resource.prlimit(server.pid, resource.RLIMIT_DATA, (MEMORY_LIMIT, MEMORY_LIMIT))
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            connection = Connection(None, channel)
            rates = {"calls_per_second": 100_000.0, "moves_per_second": 100_000.0, "matches_per_hour": 1e6}
            sampler = (await new_key(connection, "play", "host", **rates)).key
            keys = [(await new_key(connection, "read", "host")).key for _ in range(ATTACKERS)]
            # Without a limit on its calls, so that all replays run at once.
            keys.append((await new_key(connection, "read", "host", calls_per_second=100_000.0)).key)
            attack = Attack(server, keys, toll)
            await attack.prepare()
            light, heavy = [(await new_key(connection, "read", "host", "play")).key for _ in range(2)]
            await attack.prepare_calls(channel, (light, heavy))
            for number in range(ROUNDS):
                each = -(-samples // ROUNDS)
                _add(toll.quiet, await _sampled(server.address, sampler, each))
                async with attack.under_way():
                    _add(toll.loaded, await _sampled(server.address, sampler, each))
                tell(f"round {number + 1} of {ROUNDS}, {toll.memory_kib // 1024} MiB")
    finally:
        toll.died = not server.is_running
        await server.stop()
    return toll


async def _sampled(address: str, key: str, samples: int) -> dict[str, list[float]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fuzz.latency_sampler", address, key, str(samples)),
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}"},
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    taken: dict[str, list[float]] = json.loads(told)
    return taken


def _add(to: dict[str, list[float]], taken: dict[str, list[float]]) -> None:
    for what, seconds in taken.items():
        to[what] += seconds


class Attack:
    """Callers that import, replay, fork and export what was built to exhaust, as often as they are let."""

    def __init__(self, server: ServerProcess, keys: list[str], toll: Toll) -> None:
        self._server = server
        *self._keys, self._replaying = keys
        self._toll = toll
        self._long = [long_record(f"long-{number}", LONG) for number in range(LONG_RECORDS)]
        self._replayed = long_record("replayed", REPLAYED)
        self._forked = long_record("forked", MAX_FORK_EVENTS)
        self._bombs = bombs()
        self._dear: ExpensiveCalls | None = None

    async def prepare(self) -> None:
        """Archives the records that are replayed and forked later."""
        async with grpc.aio.insecure_channel(self._server.address) as channel:
            for content in (*self._long, self._replayed, self._forked):
                await self._archive(ArchiveServiceStub(channel), content)

    async def prepare_calls(self, channel: grpc.aio.Channel, keys: tuple[str, str]) -> None:
        """Opens the matches about which the dearest calls are made, over a channel that outlives the attacks."""
        self._dear = ExpensiveCalls(channel, keys, self._count_part)
        await self._dear.prepare()

    def _count_part(self, name: str) -> None:
        self._toll.parts[name] += 1

    async def _archive(self, stub: ArchiveServiceStub, content: bytes) -> None:
        """Imports a record, within the rate that the limits leave this caller."""
        for _ in range(MAX_TRIES):
            try:
                await import_record(stub, self._keys[0], content)
            except grpc.aio.AioRpcError as error:
                if error.code() != grpc.StatusCode.RESOURCE_EXHAUSTED:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                return
        raise TimeoutError("the limits never let a record be imported")

    @contextlib.asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Attacks as long as the context lasts."""
        async with contextlib.AsyncExitStack() as stack:
            tasks = [asyncio.ensure_future(self._watch_memory())]
            for key in self._keys:
                channel = await stack.enter_async_context(grpc.aio.insecure_channel(self._server.address))
                tasks += [asyncio.ensure_future(one) for one in self._callers(ArchiveServiceStub(channel), key)]
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(self._server.address))
            tasks += [asyncio.ensure_future(one) for one in self._replays(ArchiveServiceStub(channel))]
            if self._dear is not None:
                dear = self._dear.calls()
                tasks += [asyncio.ensure_future(self._again(name, call, OFTEN)) for name, call in dear]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    def _callers(self, stub: ArchiveServiceStub, key: str) -> Iterator[Awaitable[None]]:
        ids = [match_id_of(content) for content in self._long]
        for number in range(20):
            content = self._long[number % len(self._long)]
            yield self._again("import long", lambda content=content: import_record(stub, key, content))  # type: ignore[misc]
        for number in range(4):
            replay = pb.ReplayArchivedRecordRequest(match_id=ids[number % len(ids)])
            yield self._again(
                "replay long",
                lambda replay=replay: self._drained(
                    "long replay", stub.ReplayArchivedRecord(replay, metadata=_shown(key))
                ),  # type: ignore[misc]
            )
        for number in range(4):
            export = pb.ExportArchivedRecordRequest(match_id=ids[number % len(ids)], gzip=bool(number % 2))
            yield self._again(
                "export",
                lambda export=export: self._drained("export", stub.ExportArchivedRecord(export, metadata=_shown(key))),
            )  # type: ignore[misc]
        for match_id in (ids[0], match_id_of(self._forked)):
            fork = pb.ForkArchivedRecordRequest(match_id=match_id)
            yield self._again(
                "fork", lambda fork=fork: stub.ForkArchivedRecord(fork, metadata=_shown(key), timeout=PATIENCE)
            )  # type: ignore[misc]
        for name, content in self._bombs.items():
            yield self._again(f"import {name}", lambda content=content: import_record(stub, key, content))  # type: ignore[misc]

    def _replays(self, stub: ArchiveServiceStub) -> Iterator[Awaitable[None]]:
        """Replays with views under a key of their own, so that no other attack uses up what they may."""
        match_id, shown = match_id_of(self._replayed), _shown(self._replaying)
        for number in range(REPLAYS):
            replay = pb.ReplayArchivedRecordRequest(match_id=match_id)
            if number % 2:
                replay.from_seq, replay.to_seq = REPLAYED, 1
            yield self._again(
                "replay",
                lambda replay=replay: self._drained("replay", stub.ReplayArchivedRecord(replay, metadata=shown)),  # type: ignore[misc]
            )

    async def _drained(self, name: str, parts: AsyncIterator[object]) -> None:
        async for _ in parts:
            self._count_part(name)

    async def _again(self, name: str, call: Call, pause: float = PAUSE) -> None:
        while True:
            try:
                await call()
                self._toll.answers[name, "OK"] += 1
            except grpc.aio.AioRpcError as error:
                # No status of the server arrived: none is expected here.
                code = "LOST" if error.details() == LOST else error.code().name
                self._toll.answers[name, code] += 1
            await asyncio.sleep(pause)

    async def _watch_memory(self) -> None:
        while True:
            self._toll.memory_kib = max(self._toll.memory_kib, self._server.memory_kib())
            await asyncio.sleep(0.1)


def match_id_of(content: bytes) -> str:
    match_id: str = json.loads(content[: content.index(b"\n")])["match"]
    return match_id


def _shown(key: str) -> tuple[tuple[str, str], ...]:
    return (("x-clio-key", key),) if key else ()


async def import_record(stub: ArchiveServiceStub, key: str, content: bytes) -> None:
    async def parts() -> AsyncIterator[pb.ImportRecordRequest]:
        for start in range(0, len(content), CHUNK):
            yield pb.ImportRecordRequest(chunk=content[start : start + CHUNK])

    # The server answers before it has read everything. grpc.aio then fails to write, and says INTERNAL in place of the
    # status that the server sent; our client keeps the first status, and so does this.
    await answer_to(stub.ImportRecord(parts(), metadata=_shown(key), timeout=PATIENCE))
