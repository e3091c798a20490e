"""Kills a loaded server repeatedly: no acknowledged move is lost, none counts twice."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import grpc

from clio.games.registry import GAMES
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess
from tests.robustness.http_players import HttpPlayer, watch_lines
from tests.robustness.judge import Recorded, Verdict, judge
from tests.robustness.players import History, Player

PLAYERS = 8


async def run(data: Path, kills: int, say: Callable[[str], None]) -> tuple[History, Verdict]:
    """Kills a server so many times under load, lets the players finish, and checks the history."""
    rng = random.Random(kills)
    http_port = free_port()
    server = ServerProcess(data, CLIO_HTTP_PORT=str(http_port))
    url = f"http://127.0.0.1:{http_port}"
    await server.start()
    history, until = History(), asyncio.Event()
    games = sorted(GAMES)
    players = [
        asyncio.create_task(_player(number, server.address, url, games[number % len(games)], history).run(until))
        for number in range(PLAYERS)
    ]
    watchers = asyncio.create_task(_watch(url, history))
    try:
        for kill in range(1, kills + 1):
            await asyncio.sleep(rng.uniform(0.1, 0.9))
            await server.kill()
            await server.start()
            say(f"kill {kill}: {len(history.acknowledged)} moves acknowledged, {history.retried} calls repeated")
        until.set()
        await asyncio.wait_for(asyncio.gather(*players), 60)
        record = await _record(server.address, history.matches)
        await _caught_up(history, record)
        verdict = judge(history, record)
    finally:
        for task in (*players, watchers):
            task.cancel()
        await server.stop()
    return history, verdict


def _player(number: int, address: str, url: str, game: str, history: History) -> Player:
    """Every other one plays over HTTP."""
    seats = GAMES[game].seats[-1]
    if number % 2:
        return HttpPlayer(number, url, game, seats, history)
    return Player(number, [address], game, seats, history)


async def _watch(url: str, history: History) -> None:
    """A watcher over HTTP for each match, whichever transport it is played over."""
    async with asyncio.TaskGroup() as group:
        watched: set[str] = set()
        while True:
            for match_id in history.matches - watched:
                watched.add(match_id)
                group.create_task(watch_lines("http-watcher", url, match_id, history))
            await asyncio.sleep(0.1)


async def _caught_up(history: History, record: Mapping[str, Sequence[Recorded]]) -> None:
    """Waits until the watchers have all events of their matches; the judge compares them."""
    async with asyncio.timeout(30):
        while any(len(seen) < len(record[match_id]) for (_, match_id), seen in history.sightings.items()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def _record(address: str, matches: set[str]) -> dict[str, list[Recorded]]:
    """All events of the matches, read from the server that was started last."""
    record: dict[str, list[Recorded]] = {}
    async with grpc.aio.insecure_channel(address) as channel:
        stub = MatchServiceStub(channel)
        for match_id in matches:
            events: list[Recorded] = []
            async for part in stub.WatchMatch(pb.WatchMatchRequest(match_id=match_id)):
                events.extend(part.events)
                if part.caught_up:
                    break
            record[match_id] = events
    return record
