"""Bad requests to a server process, over HTTP: each has its status, nothing is written, and others are served."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.fuzz.http_attacks import ATTACKS, damaged, send
from tests.kit.http_client import call
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess

AT_ONCE = 8
GOOD = {200, 400, 404, 405, 408, 413, 415, 429, 431, 501, 0}
"""What may answer a damaged request: never a fault of the server."""


class HttpCounts:
    """What came of the requests."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.statuses: Counter[int] = Counter()
        self.matches = -1
        self.was_up = False

    @property
    def clean(self) -> bool:
        return not self.wrong and self.was_up

    def lines(self) -> list[str]:
        shown = ", ".join(f"{status or 'closed'}: {count}" for status, count in sorted(self.statuses.items()))
        return [
            f"  statuses: {shown}",
            f"  wrong answers: {len(self.wrong)}",
            *self.wrong,
            f"  server up: {self.was_up}",
        ]


async def run(folder: Path, requests: int, seed: int, say: Callable[[str], object]) -> HttpCounts:
    """Sends every bad request, then damaged ones; asks an honest question between them."""
    port, log = free_port(), folder / "log"
    counts, url = HttpCounts(), f"http://127.0.0.1:{port}"
    with log.open("wb") as stderr:
        server = ServerProcess(folder / "data", stderr=stderr, CLIO_HTTP_PORT=str(port))
        await server.start()
        for name, attack in ATTACKS.items():
            outcome = await send(url, attack.data)
            counts.statuses[outcome.status] += 1
            if outcome.status not in attack.statuses or (attack.code and outcome.code != attack.code):
                counts.wrong.append(f"  {name}: {outcome}")
            await _ask(url, counts, name)
        await _send_damaged(url, requests, seed, counts)
        await _ask(url, counts, "damaged requests")
        counts.was_up = server.is_running
        say(f"{len(ATTACKS)} bad requests and {requests} damaged ones")
        if await server.stop():
            counts.wrong.append("  the server did not stop as it should")
    if b"failed" in log.read_bytes():
        counts.wrong.append(f"  a fault in the log: {log.read_text()[:2_000]}")
    return counts


async def _send_damaged(url: str, requests: int, seed: int, counts: HttpCounts) -> None:
    rng, room = random.Random(seed), asyncio.Semaphore(AT_ONCE)

    async def one(data: bytes) -> None:
        async with room:
            outcome = await send(url, data)
        counts.statuses[outcome.status] += 1
        if outcome.status not in GOOD:
            counts.wrong.append(f"  {outcome}: {data!r}")

    for start in range(0, requests, 200):
        await asyncio.gather(*(one(damaged(rng)) for _ in range(min(200, requests - start))))


async def _ask(url: str, counts: HttpCounts, after: str) -> None:
    """An honest caller: it is answered, and no match was opened by a bad request of the table."""
    listed = await call(url, "MatchService/ListMatches", {})
    if listed.status != 200:
        counts.wrong.append(f"  after {after}: an honest caller got {listed.status}")
    elif after in ATTACKS and listed.json.get("matches"):
        counts.wrong.append(f"  after {after}: a match was opened")
