"""Time in which no server could commit is given back: real servers are killed in the middle of a turn."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from clio.client import Client
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event
from clio.v1.fair_play_pb2 import FairPlaySettings
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.verify.verifier import verify_lines
from tests.kit.server_process import ServerProcess

ALLOWANCE_SECONDS = 3
DOWN_SECONDS = 4.0
"""Longer than a turn: without the credit the flag would have fallen while no server was there."""
SLACK_SECONDS = 1.5
"""Beats of the clock that a busy machine delayed before the kill, and what a reading may err."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> list[ServerProcess]:
    """One server on a folder, or two on one database."""
    if request.param == "sqlite":
        return [ServerProcess(tmp_path / "a")]
    url = request.getfixturevalue("database_url")
    return [ServerProcess(tmp_path / name, CLIO_DATABASE_URL=url) for name in "ab"]


@asynccontextmanager
async def all_started(servers: list[ServerProcess]) -> AsyncIterator[None]:
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield
    finally:
        await asyncio.gather(*(server.kill() for server in servers))


async def begin(address: str) -> str:
    """A match of two whose first turn has begun; its seats add nothing to chance."""
    async with grpc.aio.insecure_channel(address) as channel:
        matches: Any = MatchServiceStub(channel)
        settings = FairPlaySettings(clock=f"move/{ALLOWANCE_SECONDS}")
        opened = await matches.OpenMatch(pb.OpenMatchRequest(game="akros", seats=2, fair_play=settings))
        for name in ("Ann", "Bob"):
            await matches.JoinMatch(pb.JoinMatchRequest(match_id=opened.match.match_id, name=name))
    return str(opened.match.match_id)


async def whole_record(address: str, match_id: str) -> list[Event]:
    """Watches a match to its end."""
    events: list[Event] = []
    async with asyncio.timeout(30), grpc.aio.insecure_channel(address) as channel:
        matches: Any = MatchServiceStub(channel)
        async for part in matches.WatchMatch(pb.WatchMatchRequest(match_id=match_id)):
            events.extend(part.events)
            if events and events[-1].type == "match.Finished":
                break
    return events


def seconds_between(one: Event, other: Event) -> float:
    return (other.event_time.ToMicroseconds() - one.event_time.ToMicroseconds()) / 1_000_000


async def test_a_turn_gets_the_time_back_in_which_all_servers_were_dead(servers: list[ServerProcess]) -> None:
    async with all_started(servers):
        match_id = await begin(servers[0].address)
        await asyncio.gather(*(server.kill() for server in servers))
        killed = time.monotonic()
        await asyncio.sleep(DOWN_SECONDS)
        starting = time.monotonic()
        await asyncio.gather(*(server.start() for server in servers))
        serving = time.monotonic()
        events = await whole_record(servers[-1].address, match_id)
        async with Client(servers[0].address) as client:
            exported = [part async for part in client.records.export(match_id)]
    (started,) = [event for event in events if event.type == "match.Started"]
    (credit,) = [event for event in events if event.type == "match.TimeCredited"]
    (flag,) = [event for event in events if event.type == "match.TimedOut"]
    credited = credit.time_credited.milliseconds / 1000
    assert starting - killed <= credited + SLACK_SECONDS
    assert credited <= serving - killed + SLACK_SECONDS
    assert seconds_between(started, flag) >= ALLOWANCE_SECONDS + credited
    report = verify_lines(b"".join(exported).splitlines())
    assert [level.verdict for _, level in report.levels()] == ["pass"] * 4
