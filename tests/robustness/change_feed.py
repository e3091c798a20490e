"""Kills servers and cuts connections while matches are recorded, and compares what subscribers of the feed got."""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from clio.client.client import Client
from clio.client.errors import ClioError
from clio.client.retry import RetryPolicy
from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.eventstore.factory import open_record
from clio.server.settings import Settings
from clio.v1.feed_service_pb2 import FeedCursor
from tests.kit.postgres_server import PostgresServer
from tests.kit.server_process import ServerProcess

PATIENT = RetryPolicy(attempts=60, first_seconds=0.05, max_seconds=0.5)
WRITERS = 12
QUIET_SECONDS = 60.0

Seen = tuple[str, int, bytes]
"""A match, a position in it, and the digest there."""


@dataclass
class Subscriber:
    """Follows the feed; cuts its own connection at random and goes on elsewhere with the last cursor."""

    addresses: Sequence[str]
    rng: random.Random
    seen: list[Seen] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    connections: int = 0
    _cursor: FeedCursor | None = None

    async def run(self) -> None:
        while True:
            self.connections += 1
            most = self.rng.randrange(50, 3_000)
            async with Client(self.rng.choice(self.addresses)) as client:
                with suppress(ClioError):
                    await self._follow(client, most)

    async def _follow(self, client: Client, most: int) -> None:
        feed = client.platform.changes(after=self._cursor)
        async with aclosing(aiter(feed)) as changes:
            async for change in changes:
                self.seen.append((change.match_id, change.event.seq, change.event.digest))
                self.positions.append(change.cursor.position)
                self._cursor = change.cursor
                most -= 1
                if not most:
                    return


@dataclass
class Report:
    events: int
    matches: int
    kills: int
    connections: int
    seconds: float
    faults: list[str]

    def __str__(self) -> str:
        return (
            f"{self.events} events of {self.matches} matches, {self.kills} kills, {self.connections} connections of "
            f"subscribers, {self.seconds:.0f} s: {len(self.faults)} faults"
        )


async def run(  # noqa: PLR0913 (what, how much, and who listens)
    folder: Path, events: int, kills: int, say: Callable[[str], None], *, servers: int = 2, subscribers: int = 3
) -> Report:
    """Records so many events at least; one server means SQLite, several mean PostgreSQL."""
    rng, started = random.Random(events), time.monotonic()
    async with _running(folder, servers) as (processes, settings):
        addresses = [process.address for process in processes]
        # The first two stay with one server each; the others go from one to another.
        homes = [[address] for address in addresses[:2]] + [addresses] * subscribers
        readers = [Subscriber(home, random.Random(number)) for number, home in enumerate(homes[:subscribers])]
        reading = [asyncio.create_task(reader.run()) for reader in readers]
        until = asyncio.Event()
        writing = [asyncio.create_task(_write(addresses, number, until)) for number in range(WRITERS)]
        killed = 0
        while killed < kills or len(readers[-1].seen) < events:
            await asyncio.sleep(rng.uniform(0.2, 0.6) if killed < kills else 0.2)
            due = killed < kills and len(readers[-1].seen) >= killed * events / kills
            if due:
                process = rng.choice(processes)
                await process.kill()
                await process.start()
                killed += 1
                say(f"kill {killed}: {[len(reader.seen) for reader in readers]} events seen")
            for task in (*reading, *writing):
                if task.done():
                    task.result()
        until.set()
        matches = sum(await asyncio.gather(*writing))
        truth = await asyncio.to_thread(_recorded, settings)
        give_up = time.monotonic() + QUIET_SECONDS
        while time.monotonic() < give_up and any(len(reader.seen) < len(truth) for reader in readers):  # noqa: ASYNC110 (subscribers are polled)
            await asyncio.sleep(0.1)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
    faults = [fault for number, reader in enumerate(readers) for fault in _faults(number, reader, truth)]
    connections = sum(reader.connections for reader in readers)
    return Report(len(truth), matches, killed, connections, time.monotonic() - started, faults)


def _faults(number: int, reader: Subscriber, truth: Sequence[Seen]) -> list[str]:
    """What a subscriber got that is not the log, in its order, once."""
    found = []
    if reader.seen != truth:
        missing, more = set(truth) - set(reader.seen), len(reader.seen) - len(set(reader.seen))
        found.append(f"subscriber {number}: {len(missing)} missing, {more} twice, or in another order")
    if reader.positions != sorted(set(reader.positions)):
        found.append(f"subscriber {number}: positions went back")
    heads: dict[str, int] = {}
    for match_id, seq, _ in reader.seen:
        if seq != heads.get(match_id, 0) + 1:
            found.append(f"subscriber {number}: event {seq} of {match_id} after {heads.get(match_id, 0)}")
        heads[match_id] = seq
    return found


async def _write(addresses: Sequence[str], number: int, until: asyncio.Event) -> int:
    """Opens, joins and resigns matches, one after the other; returns how many."""
    done = 0
    async with Client(addresses[number % len(addresses)], retries=PATIENT) as client:
        while not until.is_set():
            opened = await client.open_match("amphipolis", 4)
            match_id = opened.match.match_id
            tokens = [(await client.join_match(match_id, f"Player {seat}")).seat_token for seat in range(4)]
            for token in tokens[:3]:
                await client.resign_match(match_id, token)
            done += 1
    return done


def _recorded(settings: Settings) -> list[Seen]:
    """The whole log, from the event store itself."""
    record = open_record(settings, Referee(GAMES).types)
    found: list[Seen] = []
    after = 0
    while page := record.follow(after, 2_000):
        found += [(event.match_id, event.seq, event.digest) for _, event in page]
        after = page[-1][0]
    record.close()
    return found


@asynccontextmanager
async def _running(folder: Path, servers: int) -> AsyncIterator[tuple[list[ServerProcess], Settings]]:
    postgres = await asyncio.to_thread(PostgresServer) if servers > 1 else None
    if postgres is not None:
        await asyncio.to_thread(postgres.start)
    url = "" if postgres is None else await asyncio.to_thread(postgres.database)
    given = {"CLIO_HEARTBEAT_SECONDS": "2", "CLIO_LOG_LEVEL": "error", "CLIO_DATABASE_URL": url}
    processes = [ServerProcess(folder / f"server-{number}", **given) for number in range(servers)]
    try:
        await asyncio.gather(*(process.start() for process in processes))
        yield processes, Settings(data=folder / "server-0", database_url=url)
    finally:
        for process in processes:
            if process.is_running:
                await process.kill()
        if postgres is not None:
            postgres.remove()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=40)
    given = parser.parse_args()
    clean = True
    for servers, store in ((2, "two servers on PostgreSQL"), (1, "one server on SQLite")):
        with tempfile.TemporaryDirectory() as folder:
            report = asyncio.run(run(Path(folder), given.events, given.kills, say, servers=servers))
        sys.stdout.write("\n".join([f"{store}: {report}", *report.faults[:20], ""]))
        clean &= not report.faults
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
