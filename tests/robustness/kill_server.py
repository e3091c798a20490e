"""Kills a loaded server repeatedly: no acknowledged move is lost, none counts twice."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import grpc

from clio.games.registry import GAMES
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.server_process import ServerProcess
from tests.robustness.judge import Recorded, Verdict, judge
from tests.robustness.players import History, Player

PLAYERS = 8


async def run(data: Path, kills: int, say: Callable[[str], None]) -> tuple[History, Verdict]:
    """Kills a server so many times under load, lets the players finish, and checks the history."""
    rng = random.Random(kills)
    server = ServerProcess(data)
    await server.start()
    history, until = History(), asyncio.Event()
    games = sorted(GAMES)
    players = [
        asyncio.create_task(_player(number, server.address, games[number % len(games)], history).run(until))
        for number in range(PLAYERS)
    ]
    try:
        for kill in range(1, kills + 1):
            await asyncio.sleep(rng.uniform(0.1, 0.9))
            await server.kill()
            await server.start()
            say(f"kill {kill}: {len(history.acknowledged)} moves acknowledged, {history.retried} calls repeated")
        until.set()
        await asyncio.wait_for(asyncio.gather(*players), 60)
        verdict = judge(history, await _record(server.address, history.matches))
    finally:
        for player in players:
            player.cancel()
        await server.stop()
    return history, verdict


def _player(number: int, address: str, game: str, history: History) -> Player:
    return Player(number, [address], game, GAMES[game].seats[-1], history)


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
