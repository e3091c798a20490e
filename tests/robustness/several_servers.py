"""Injects faults while bots play and watch on several servers, then checks the history."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clio.games.registry import GAMES
from tests.robustness.faults import FAULTS, Fault
from tests.robustness.judge import Verdict, judge
from tests.robustness.platform import Platform, platform, recorded
from tests.robustness.players import History, Player
from tests.robustness.watchers import Gallery

PLAYERS = 8
SETTLE_LIMIT = 60.0


@dataclass
class Report:
    history: History
    verdict: Verdict
    runs: Counter[str] = field(default_factory=Counter)
    moves_during: Counter[str] = field(default_factory=Counter)
    settled_after: float = 0.0


async def run(
    folder: Path, faults: int, say: Callable[[str], None], kinds: Sequence[Fault] = FAULTS, servers: int = 2
) -> Report:
    """Injects so many faults, each kind as often as the others, lets all players finish, and checks the history."""
    rng = random.Random(faults)
    report = Report(History(), Verdict())
    async with platform(folder, servers) as on:
        gallery = Gallery(f"127.0.0.1:{on.front.port}", report.history)
        until = asyncio.Event()
        addresses = [server.address for server in on.servers]
        players = [
            asyncio.create_task(_player(number, addresses, report.history, gallery).run(until))
            for number in range(PLAYERS)
        ]
        try:
            await _inject(on, _schedule(kinds, faults, rng), rng, report, players, say)
            until.set()
            await asyncio.wait_for(asyncio.gather(*players), SETTLE_LIMIT)
            report.settled_after = await _settle(on, gallery, report.history)
        finally:
            for player in players:
                player.cancel()
            gallery.close()
        report.verdict = judge(report.history, await asyncio.to_thread(recorded, on.database_url))
    return report


def _schedule(kinds: Sequence[Fault], faults: int, rng: random.Random) -> list[Fault]:
    schedule = [kinds[number % len(kinds)] for number in range(faults)]
    rng.shuffle(schedule)
    return schedule


async def _inject(  # noqa: PLR0913, PLR0917 (all that a fault touches)
    on: Platform,
    schedule: Sequence[Fault],
    rng: random.Random,
    report: Report,
    players: Sequence["asyncio.Task[None]"],
    say: Callable[[str], None],
) -> None:
    for number, fault in enumerate(schedule, 1):
        await asyncio.sleep(rng.uniform(0.05, 0.5))
        before = len(report.history.acknowledged)
        started = time.monotonic()
        await fault.act(on, rng)
        report.runs[fault.name] += 1
        report.moves_during[fault.name] += len(report.history.acknowledged) - before
        say(
            f"{number:4} {fault.name}: {time.monotonic() - started:.1f} s, "
            f"{len(report.history.acknowledged)} moves acknowledged, {report.history.retried} calls repeated"
        )
        for player in players:
            if player.done():
                player.result()


async def _settle(on: Platform, gallery: Gallery, history: History) -> float:
    """Waits until every watcher has all events; returns the time since the last fault and move."""
    started = time.monotonic()
    record = {match: list(events) for match, events in (await asyncio.to_thread(recorded, on.database_url)).items()}
    while time.monotonic() - started < SETTLE_LIMIT:
        if all(gallery.seen(match) >= len(record[match]) for match in history.matches):
            break
        await asyncio.sleep(0.05)
    return time.monotonic() - started


def _player(number: int, addresses: Sequence[str], history: History, gallery: Gallery) -> Player:
    games = sorted(GAMES)
    game = games[number % len(games)]
    return Player(number, addresses, game, GAMES[game].seats[-1], history, gallery.watch)
