"""Sends very many hostile calls to a private server and counts every fault."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import grpc.aio

from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.fuzz import whole_match
from tests.fuzz.acknowledgements import Acknowledgements, heads
from tests.fuzz.call_generator import CallGenerator
from tests.fuzz.caller import Answer, make
from tests.fuzz.contract import METHODS
from tests.fuzz.hostile_call import HostileCall
from tests.fuzz.prepared import prepare
from tests.fuzz.raw_connections import attack, hang_up
from tests.fuzz.settings import OF_A_PROCESS
from tests.fuzz.verdict import fault_of
from tests.fuzz.wire_attacks import ATTACKS
from tests.kit.server_process import ServerProcess

IN_FLIGHT = 32
CONNECTION_ATTACKS = 10
FEW = 1_000
LOOKS = {0.25: "after a quarter", 0.5: "after half", 0.75: "after three quarters", 1.0: "after all"}
"""When memory is sampled, as fractions of the calls."""
MAX_PER_CALL = 0.06
"""More KiB than this for each call of the second half are a fault: 6 MiB in 100,000 calls. Nothing at all would be too
strict: SQLite's own caches, with two MiB for each connection, are not full by then."""
JUDGED_FROM = 100_000
"""With fewer calls caches and archive are still being filled."""
FAILED_CALL = b"call.failed"
"""What the server logs when a handler fails with anything but a refusal."""
REPORT_EVERY = 10_000


@dataclass
class Counts:
    """The results of a run."""

    seed: int
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    saved: list[Path] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    memory: dict[str, int] = field(default_factory=dict)
    crashes: int = 0
    logged: int = 0
    wrongs: list[str] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """KiB for each call of the second half."""
        return (self.memory[LOOKS[1.0]] - self.memory[LOOKS[0.5]]) / (self.answers.total() * 0.5)

    @property
    def is_flat(self) -> bool:
        return self.growth <= MAX_PER_CALL or self.answers.total() < JUDGED_FROM

    @property
    def clean(self) -> bool:
        return not (self.faults or self.crashes or self.logged or self.wrongs) and self.is_flat

    def lines(self) -> Iterator[str]:
        methods = sorted({method for method, _ in self.answers})
        for method in methods:
            told = {code: count for (of, code), count in sorted(self.answers.items()) if of == method}
            yield f"{sum(told.values()):8}  {method}: " + ", ".join(f"{code} {count}" for code, count in told.items())
        internal = sum(count for (_, code), count in self.answers.items() if code in ("INTERNAL", "UNKNOWN"))
        yield f"{self.answers.total():8}  hostile calls, seed {self.seed}"
        yield f"crashes {self.crashes}, INTERNAL or UNKNOWN {internal}, failures in the log {self.logged}"
        yield f"slowest call {self.slowest[0]:.2f} s, {self.slowest[1]}"
        yield "memory " + ", ".join(f"{when} {kib // 1024} MiB" for when, kib in self.memory.items())
        yield (
            f"growth in the second half {self.growth:.3f} KiB for each call; "
            f"more than {MAX_PER_CALL} is a fault, from {JUDGED_FROM} calls on"
        )
        yield from (f"FAULT {count} times {fault}" for fault, count in self.faults.most_common())
        yield from (f"WRONG {wrong}" for wrong in self.wrongs)
        yield from (f"kept as {path}" for path in self.saved)


async def run(folder: Path, calls: int, seed: int, tell: Callable[[str], object], keep: Path) -> Counts:
    """Makes that many calls, many at a time; failing ones are saved to ``keep``."""
    log = folder / "server.log"
    counts = Counts(seed)
    with log.open("wb") as stderr:
        server = ServerProcess(folder / "data", stderr=stderr, **OF_A_PROCESS)
        await server.start()
        counts.memory["at the start"] = server.memory_kib()
        async with grpc.aio.insecure_channel(server.address, options=[("grpc.max_metadata_size", 65_536)]) as channel:
            await prepare(channel)
            stub = MatchServiceStub(channel)
            acknowledgements = Acknowledgements(await heads(stub))
            await _Flood(calls, counts, server, tell).run(channel, acknowledgements, keep)
            await _attack_connections(server, seed, rounds=CONNECTION_ATTACKS if calls > FEW else 1)
            counts.crashes += not server.is_running
            counts.memory["after the garbage on the wire"] = server.memory_kib()
            counts.wrongs += acknowledgements.wrongs(await heads(stub))
            await whole_match.play(channel)
        counts.crashes += await server.stop() != 0
    counts.logged = log.read_bytes().count(FAILED_CALL)
    return counts


async def _attack_connections(server: ServerProcess, seed: int, rounds: int) -> None:
    """Every attack below gRPC a few times, all connections left open until the last."""
    opened = [await attack(server.port, name, seed + number) for number in range(rounds) for name in sorted(ATTACKS)]
    await hang_up(opened)


def _generated(calls: int, seed: int) -> Iterator[HostileCall]:
    generator = CallGenerator(random.Random(seed))
    return (generator.call() for _ in range(calls))


class _Flood:
    """Concurrent callers that share one source of hostile calls."""

    def __init__(self, calls: int, counts: Counts, server: ServerProcess, tell: Callable[[str], object]) -> None:
        self._looks = {int(calls * part): when for part, when in LOOKS.items()}
        self._hostile = _generated(calls, counts.seed)
        self._counts = counts
        self._server = server
        self._tell = tell

    async def run(self, channel: grpc.aio.Channel, acknowledgements: Acknowledgements, keep: Path) -> None:
        await asyncio.gather(*(self._work(channel, acknowledgements, keep) for _ in range(IN_FLIGHT)))

    async def _work(self, channel: grpc.aio.Channel, acknowledgements: Acknowledgements, keep: Path) -> None:
        for call in self._hostile:
            if not self._server.is_running:
                return
            answer = await make(channel, call)
            _note(self._counts, call, answer, keep)
            acknowledgements.note(call, answer)
            made = self._counts.answers.total()
            if made in self._looks:
                self._counts.memory[self._looks[made]] = self._server.memory_kib()
            if made % REPORT_EVERY == 0:
                self._tell(
                    f"{made} calls, {self._counts.faults.total()} faults, {self._server.memory_kib() // 1024} MiB"
                )


def _note(counts: Counts, call: HostileCall, answer: Answer, keep: Path) -> None:
    method = call.path if call.path in METHODS else "no such method"
    counts.answers[method, answer.code] += 1
    counts.slowest = max(counts.slowest, (answer.seconds, method))
    fault = fault_of(call, answer)
    if fault is not None:
        if f"{method}: {fault}" not in counts.faults:
            counts.saved.append(call.save(keep))
        counts.faults[f"{method}: {fault}"] += 1
