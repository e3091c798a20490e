"""``make sizing``: what a move costs each part of a platform, for docs/operations.md.

Processor time, not the clock's: it is the same on a busy machine, and adds up over any number of servers.
"""

import asyncio
import os
import platform
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import psycopg

from clio.client.routing import match_header
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.deploy.edge import Edge
from tests.deploy.files import make_secrets
from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer
from tests.kit.server_process import ServerProcess
from tests.kit.waiting import until

MATCHES = {"akros": 72, "akrotiri": 12, "amphipolis": 72}
AT_ONCE = 24
WATCHERS = 2


@dataclass
class Platform:
    """Two servers behind Envoy, on PostgreSQL and Redis, and one beside them."""

    channel: grpc.aio.Channel
    parts: dict[str, list[int]]
    database: str

    def used(self) -> list[float]:
        """The processor time of each part so far."""
        return [sum(map(processor_seconds, pids)) for pids in self.parts.values()]


@dataclass
class Played:
    """The counted events."""

    moves: int = 0
    calls: int = 0
    seen: int = 0
    events: int = 0


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[Platform]:
    """All of it, running."""
    secrets = make_secrets(folder / "secrets", "localhost")
    with ExitStack() as stack:
        postgres, redis = PostgresServer(on_disk=True), RedisServer()
        for store in (postgres, redis):
            stack.callback(store.remove)
            store.start()
        database = postgres.database()
        settings = {"CLIO_DATABASE_URL": database, "CLIO_REDIS_URL": redis.url}
        servers = [ServerProcess(folder / name, **settings) for name in ("a", "b")]
        # Gets no calls: shows what a server does for what others record.
        follower = ServerProcess(folder / "c", **settings)
        for server in (*servers, follower):
            await server.start()
        edge = Edge(secrets, [server.port for server in servers])
        stack.callback(edge.remove)
        edge.start()
        await until(lambda: edge.healthy_servers() == len(servers))
        trusted = grpc.ssl_channel_credentials((secrets / "ca.crt").read_bytes())
        parts = {
            "Clio": [server.pid for server in servers],
            "one more Clio": [follower.pid],
            "Envoy": [edge.pid],
            "PostgreSQL": [postgres.pid],
            "Redis": [redis.pid],
        }
        try:
            async with grpc.aio.secure_channel(edge.address, trusted) as channel:
                yield Platform(channel, parts, database)
        finally:
            for server in (*servers, follower):
                await server.stop()


def processor_seconds(pid: int) -> float:
    """The processor time of a process and its descendants."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # Own time, and that of children that have ended.
    used = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return used + sum(processor_seconds(int(child)) for child in children)


def memory_mib(pid: int) -> float:
    """The resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def play(channel: grpc.aio.Channel, game: str, number: int, played: Played) -> None:
    """One match as players have it: they ask what they may do, move, and watch; with random moves to the end."""
    dice = random.Random(number)
    stub: Any = MatchServiceStub(channel)

    async def ask(call: Any, request: Any, token: str = "") -> Any:  # noqa: ANN401 (any call)
        played.calls += 1
        bearer = (("authorization", f"Bearer {token}"),) if token else ()
        return await call(request, metadata=bearer + match_header(request))

    match = (await ask(stub.OpenMatch, pb.OpenMatchRequest(game=game, seats=2))).match
    match_id, tokens = match.match_id, []
    for name in ("Ann", "Bob"):
        joined = await ask(stub.JoinMatch, pb.JoinMatchRequest(match_id=match_id, name=f"{name} {number}"))
        tokens.append(joined.seat_token)
    watching = [asyncio.create_task(watch(stub, match_id, played)) for _ in range(WATCHERS)]
    status, to_move, seq = joined.match.status, joined.match.to_move, joined.match.seq
    while status == match_pb2.MATCH_STATUS_PLAYING:
        token = tokens[to_move[0]]
        legal = await ask(stub.ListLegalMoves, pb.ListLegalMovesRequest(match_id=match_id), token)
        request = pb.PlayMoveRequest(match_id=match_id, move=dice.choice(legal.moves))
        answer = await ask(stub.PlayMove, request, token)
        status, to_move, seq = answer.status, answer.to_move, answer.seq
        played.moves += 1
    await asyncio.gather(*watching)
    played.events += seq


async def watch(stub: Any, match_id: str, played: Played) -> None:  # noqa: ANN401 (untyped without its stubs)
    """Watches a match to its end."""
    request = pb.WatchMatchRequest(match_id=match_id)
    with suppress(grpc.aio.AioRpcError):
        async for part in stub.WatchMatch(request, metadata=match_header(request)):
            played.seen += len(part.events)


async def measure(folder: Path) -> None:
    """Plays each game, and prints what it took."""
    print(f"Python {platform.python_version()}, {platform.machine()}; µs of a core per move\n")
    async with started(folder) as here:
        print("| game | moves a match | events a move |", " | ".join(here.parts), "|")
        for game, matches in MATCHES.items():
            await play(here.channel, game, 0, Played())
            before = here.used()
            played = await play_all(here.channel, game, matches)
            costs = [(now - then) / played.moves * 1e6 for now, then in zip(here.used(), before, strict=True)]
            sizes = f"{played.moves / matches:.0f} | {played.events / played.moves:.1f}"
            print(f"| {game} | {sizes} |", " | ".join(f"{cost:,.0f}" for cost in costs), "|")
        print(f"\n{await kept(here)}")


async def play_all(channel: grpc.aio.Channel, game: str, matches: int) -> Played:
    """So many matches, some at once."""
    played, room = Played(), asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with room:
            await play(channel, game, number, played)

    await asyncio.gather(*(one(number) for number in range(1, matches + 1)))
    assert played.seen == WATCHERS * played.events
    # Views follow the log; what they take belongs to the moves.
    await asyncio.sleep(2)
    return played


async def kept(here: Platform) -> str:
    """The disk space and memory that the matches take."""
    async with await psycopg.AsyncConnection.connect(here.database) as connection:
        found = await connection.execute("SELECT count(*), pg_total_relation_size('clio_events') FROM clio_events")
        events, room = await found.fetchone() or (0, 0)
    held = max(map(memory_mib, here.parts["Clio"]))
    return f"{room / events:,.0f} bytes of PostgreSQL per event; a server holds {held:.0f} MiB"


def main() -> None:
    """Measures in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
