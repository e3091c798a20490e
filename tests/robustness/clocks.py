"""Clocked matches on two servers, with kills, pauses and clock jumps: every flag falls once and at its moment.

The servers share PostgreSQL, whose clock is a function that the test shifts back and forth. The test measures by its
own monotonic clock: it knows between which two readings every move was recorded, so each recorded time bounds the
difference between the two clocks. All bounds must agree, whatever was shifted, and the flags are judged by them. A flag
is early if it fell before its moment by more than the bounds leave open; that uncertainty is printed.

Now and then both servers are killed for longer than a turn may last, and the credits are compared with how long the
test saw no server.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import grpc.aio
import psycopg

from clio.kernel.moment import microseconds
from clio.v1 import fair_play_service_pb2 as fair_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_pb2 import AGREEMENT_PAUSE, AGREEMENT_RESUME, FairPlaySettings
from clio.v1.fair_play_service_pb2_grpc import FairPlayServiceStub
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.postgres_server import PostgresServer
from tests.kit.server_process import ServerProcess
from tests.kit.servers import bearer

LATEST_SECONDS = 1.0
"""How late a flag may be recorded."""
AGREE_SECONDS = 0.1
"""How far two servers may be apart."""
BLACKOUT_SECONDS = 4.0
BLACKOUT_EVERY = 4
"""Every so many disturbances kill both servers."""
BLACKOUT_SLACK_SECONDS = 1.5
"""What a credit may differ from the time that the test saw no server: beats before the kill, and the start."""
PATIENCE_SECONDS = 60.0
SHIFTED = """
CREATE SCHEMA shifted;
CREATE TABLE shifted.shift (amount INTERVAL NOT NULL);
INSERT INTO shifted.shift VALUES ('0');
CREATE FUNCTION shifted.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT amount FROM shifted.shift)';
"""
SHIFTS = ("1 hour", "-2 hours", "0", "-30 seconds", "5 seconds", "3 days", "0")


@dataclass
class Played:
    """A match as the test saw it: between which readings of its own clock each event was recorded."""

    seconds: int
    match_id: str = ""
    tokens: list[str] = field(default_factory=list)
    bounds: dict[int, tuple[float, float]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


@dataclass
class Report:
    """What was found."""

    matches: int = 0
    flags: int = 0
    kills: int = 0
    blackouts: list[tuple[float, float, float]] = field(default_factory=list)
    """When both servers were dead, when the first was started again, and when both served."""
    shifts: int = 0
    pauses: int = 0
    credits: int = 0
    uncertainty: float = 0.0
    earliest: float = 0.0
    latest: float = 0.0
    flaws: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    """Flags that came too late: how many there are depends on the speed of the machine."""

    def lines(self) -> list[str]:
        return [
            f"{self.matches:6} clocked matches on two servers",
            f"{self.flags:6} flags, each recorded once",
            f"{self.earliest:6.3f} seconds after its moment at the earliest",
            f"{self.latest:6.3f} seconds after it at the latest",
            f"{self.uncertainty:6.3f} seconds of uncertainty between the test's clock and the deployment's",
            f"{self.kills:6} servers killed",
            f"{len(self.blackouts):6} times both were dead",
            f"{self.shifts:6} jumps of the clock",
            f"{self.pauses:6} pauses",
            f"{self.credits:6} credits for downtime",
            f"{len(self.late):6} flags later than {LATEST_SECONDS:.0f} second",
            *self.late[:10],
            f"{len(self.flaws):6} flaws",
            *self.flaws[:20],
        ]


class Deployment:
    """Two servers; calls go to either, and again to the other one where one is away."""

    def __init__(self, servers: list[ServerProcess]) -> None:
        self.servers = servers
        self._channels = [grpc.aio.insecure_channel(server.address) for server in servers]
        self._matches: list[Any] = [MatchServiceStub(channel) for channel in self._channels]
        self._fair: list[Any] = [FairPlayServiceStub(channel) for channel in self._channels]

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()

    async def ask(self, pick: Callable[[Any, Any], Any], request: Any, token: str = "") -> Any:
        """The answer of a server that is there; the request has an id, so that it may be sent again."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        number = random.randrange(2)
        while True:
            number = 1 - number
            call = pick(self._matches[number], self._fair[number])
            try:
                return await call(request, timeout=5, metadata=bearer(token) if token else ())
            except grpc.aio.AioRpcError as error:
                away = error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
                if not away or time.monotonic() > give_up:
                    raise
                await asyncio.sleep(0.05)


async def play(deployment: Deployment, played: Played, rng: random.Random, report: Report) -> None:
    """Opens a match, plays some turns, perhaps pauses, and then lets the time run out."""
    settings = FairPlaySettings(clock=f"move/{played.seconds}")
    request = pb.OpenMatchRequest(
        game="akros", seats=2, request_id=uuid.uuid4().hex, host_token=uuid.uuid4().hex * 2, fair_play=settings
    )
    opened = await deployment.ask(lambda matches, _: matches.OpenMatch, request)
    played.match_id = opened.match.match_id
    for seat in range(2):
        token = uuid.uuid4().hex * 2
        played.tokens.append(token)
        join = pb.JoinMatchRequest(
            match_id=played.match_id, seat=seat, name=f"P{seat}", request_id=uuid.uuid4().hex, seat_token=token
        )
        answer = await timed(deployment, played, lambda matches, _: matches.JoinMatch, join)
    match = answer.match
    to_move = list(match.to_move)
    for _ in range(rng.randrange(4)):
        await asyncio.sleep(rng.random() * played.seconds * 0.5)
        if (moved := await move(deployment, played, to_move[0])) is None:
            return
        to_move = list(moved.to_move)
    if rng.random() < 0.3:
        await pause(deployment, played, rng, report)


async def timed(
    deployment: Deployment, played: Played, pick: Callable[[Any, Any], Any], request: Any, token: str = ""
) -> Any:
    """Makes a call, and notes between which readings of the test's clock its events were recorded."""
    before = time.monotonic()
    answer = await deployment.ask(pick, request, token)
    seq = answer.seq if hasattr(answer, "seq") else answer.match.seq
    played.bounds[seq] = before, time.monotonic()
    return answer


async def move(deployment: Deployment, played: Played, seat: int) -> Any:
    """Plays the first legal move; None where the time was over before it."""
    token = played.tokens[seat]
    listing = pb.ListLegalMovesRequest(match_id=played.match_id)
    try:
        listed = await deployment.ask(lambda matches, _: matches.ListLegalMoves, listing, token)
        if not listed.moves:
            return None
        request = pb.PlayMoveRequest(match_id=played.match_id, move=listed.moves[0], request_id=uuid.uuid4().hex)
        return await timed(deployment, played, lambda matches, _: matches.PlayMove, request, token)
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
            return None
        raise


async def pause(deployment: Deployment, played: Played, rng: random.Random, report: Report) -> None:
    """Both seats pause the match, and resume it after a while."""
    for to in (AGREEMENT_PAUSE, AGREEMENT_RESUME):
        for token in played.tokens:
            request = fair_pb.GiveConsentRequest(
                match_id=played.match_id, to=to, reason="A break.", request_id=uuid.uuid4().hex
            )
            try:
                await timed(deployment, played, lambda _, fair: fair.GiveConsent, request, token)
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
                    return  # The flag fell before both had agreed.
                raise
        if to == AGREEMENT_PAUSE:
            report.pauses += 1
            await asyncio.sleep(rng.random() * 3)


async def disturb(deployment: Deployment, url: str, report: Report, rng: random.Random, pause_seconds: float) -> None:
    """Kills one server after the other, and shifts the database's clock, until it is cancelled."""
    shift = 0
    while True:
        await asyncio.sleep(pause_seconds)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("UPDATE shifted.shift SET amount = %s", (SHIFTS[shift % len(SHIFTS)],))
        report.shifts += 1
        shift += 1
        await asyncio.sleep(pause_seconds)
        if shift % BLACKOUT_EVERY == 1:
            await black_out(deployment, report)
            continue
        server = deployment.servers[rng.randrange(2)]
        await server.kill()
        report.kills += 1
        await asyncio.sleep(0.5)
        await server.start()


async def black_out(deployment: Deployment, report: Report) -> None:
    """Kills both servers, and starts them again after longer than many turns may last."""
    await asyncio.gather(*(server.kill() for server in deployment.servers))
    report.kills += 2
    killed = time.monotonic()
    await asyncio.sleep(BLACKOUT_SECONDS)
    starting = time.monotonic()
    await asyncio.gather(*(server.start() for server in deployment.servers))
    report.blackouts.append((killed, starting, time.monotonic()))


async def watch_to_the_end(deployment: Deployment, played: Played) -> None:
    """Reads the whole record; raises TimeoutError for a match that hangs."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        events: list[Event] = []
        with suppress(grpc.aio.AioRpcError):
            stub = deployment._matches[random.randrange(2)]
            async for part in stub.WatchMatch(pb.WatchMatchRequest(match_id=played.match_id), timeout=10):
                events.extend(part.events)
                if part.caught_up or (events and events[-1].type == "match.Finished"):
                    break
        if events and events[-1].type == "match.Finished":
            played.events = events
            return
        await asyncio.sleep(0.5)
    raise TimeoutError(played.match_id)


def at(event: Event) -> float:
    return microseconds(json.loads(event.canonical)["at"]) / 1_000_000


def judge(all_played: list[Played], report: Report) -> None:
    """Compares every flag with the moment that the test's own clock gives."""
    lowest, highest = -float("inf"), float("inf")
    for played in all_played:
        for event in played.events:
            if event.seq in played.bounds:
                before, after = played.bounds[event.seq]
                # The deployment's clock less the test's lies between these.
                lowest, highest = max(lowest, at(event) - after), min(highest, at(event) - before)
    if lowest - highest > AGREE_SECONDS:
        report.flaws.append(f"the time was moved by {lowest - highest:.3f} seconds")
    offset = (lowest + highest) / 2
    report.uncertainty = abs(highest - lowest) / 2
    report.earliest, report.latest = float("inf"), -float("inf")
    for played in all_played:
        judge_one(played, offset, report)


def judge_one(played: Played, offset: float, report: Report) -> None:
    events = played.events
    if [event.seq for event in events] != list(range(1, len(events) + 1)):
        report.flaws.append(f"{played.match_id}: seq is not dense")
    if any(at(one) > at(other) for one, other in pairwise(events)):
        report.flaws.append(f"{played.match_id}: at runs backwards")
    flags = [event for event in events if event.type == "match.TimedOut"]
    if len(flags) != 1:
        report.flaws.append(f"{played.match_id}: {len(flags)} flags")
        return
    report.flags += 1
    late = at(flags[0]) - offset - moment_of(played, offset, report)
    report.earliest, report.latest = min(report.earliest, late), max(report.latest, late)
    if late < -report.uncertainty:
        report.flaws.append(f"{played.match_id}: the flag fell {-late:.3f} seconds too early")
    if late > LATEST_SECONDS:
        report.late.append(f"{played.match_id}: the flag fell {late:.3f} seconds too late")


def moment_of(played: Played, offset: float, report: Report) -> float:
    """When the time of the last turn was over, by the test's clock."""
    began, left = 0.0, float(played.seconds)
    movers = [mover for event in played.events if (mover := mover_of(event)) is not None]
    moved = 0
    for event in played.events:
        now = at(event) - offset
        low, high = played.bounds.get(event.seq, (now, now))
        now = min(max(now, low), high)
        if event.type == "match.Paused":
            left -= now - began
        elif event.type == "match.Resumed":
            began = now
        elif event.type == "match.TimeCredited":
            report.credits += 1
            credited = event.time_credited.milliseconds / 1000
            left += credited
            if not is_due(credited, began, now, report):
                report.flaws.append(f"{played.match_id}: a credit of {credited:.3f} seconds that no outage explains")
        elif event.type == "match.Started":
            began = now
        elif event.HasField("remaining"):
            moved += 1
            # A turn of several moves goes on by the same clock.
            left = left - (now - began) if movers[moved] == movers[moved - 1] else float(played.seconds)
            began = now
    return began + left


def is_due(credited: float, began: float, now: float, report: Report) -> bool:
    """Whether a credit is as long as the test saw no server since the turn began."""
    shortest = sum(max(0.0, starting - max(began, killed)) for killed, starting, _ in report.blackouts if killed < now)
    longest = sum(max(0.0, serving - max(began, killed)) for killed, _, serving in report.blackouts if killed < now)
    return shortest - BLACKOUT_SLACK_SECONDS <= credited <= longest + BLACKOUT_SLACK_SECONDS


def mover_of(event: Event) -> int | None:
    """The seat whose time an event shows: of a move, or of the flag."""
    if event.type == "match.TimedOut":
        return event.timed_out.seat
    return int(event.actor.removeprefix("seat:")) if event.HasField("remaining") else None


@asynccontextmanager
async def two_servers(folder: Path, url: str) -> AsyncIterator[Deployment]:
    servers = [ServerProcess(folder / name, CLIO_DATABASE_URL=url) for name in ("a", "b")]
    deployment = Deployment(servers)
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield deployment
    finally:
        await deployment.close()
        for server in servers:
            with suppress(Exception):
                await server.kill()


async def run(matches: int, seed: int = 1, at_once: int = 100, pause_seconds: float = 3.0) -> Report:
    """Plays so many matches, and judges them."""
    postgres, report, rng = PostgresServer(), Report(matches), random.Random(seed)
    postgres.start()
    url = postgres.database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SHIFTED)
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET search_path = shifted, pg_catalog, public')
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with two_servers(Path(folder), url) as deployment:
                all_played = [Played(rng.randint(3, 8)) for _ in range(matches)]
                room = asyncio.Semaphore(at_once)

                async def one(played: Played) -> None:
                    async with room:
                        await play(deployment, played, random.Random(rng.random()), report)
                        await asyncio.sleep(played.seconds)

                disturbing = asyncio.create_task(disturb(deployment, url, report, rng, pause_seconds))
                try:
                    await asyncio.gather(*map(one, all_played))
                    await asyncio.sleep(2)
                finally:
                    disturbing.cancel()
                    await asyncio.gather(disturbing, return_exceptions=True)
                for server in deployment.servers:
                    if not server.is_running:
                        await server.start()
                for played in all_played:
                    try:
                        await watch_to_the_end(deployment, played)
                    except TimeoutError:
                        report.flaws.append(f"{played.match_id}: the match hangs")
                judge([played for played in all_played if played.events], report)
    finally:
        postgres.remove()
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=100)
    asked = parser.parse_args()
    report = asyncio.run(run(asked.matches, at_once=asked.at_once))
    sys.stdout.write("\n".join(report.lines()) + "\n")
    sys.exit(bool(report.flaws or report.late))


if __name__ == "__main__":
    main()
