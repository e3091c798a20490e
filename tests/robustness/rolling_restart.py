"""Restarts servers one by one while matches run; the client must absorb every error.

With a tree of an older release given, the servers begin with that one, and each comes back with this one: for a time
both serve the same matches from one record.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clio.client.client import Client
from clio.client.errors import ClioError
from clio.client.play_session import PlaySession
from clio.games.registry import GAMES
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import MATCH_STATUS_PLAYING
from tests.kit.server_process import ROOT, ServerProcess
from tests.kit.waiting import until as until_true
from tests.robustness.judge import Verdict, judge
from tests.robustness.platform import Platform, platform, recorded
from tests.robustness.players import History

PLAYERS = 6
SETTLE_LIMIT = 60.0
BETWEEN = 1.0


@dataclass
class Report:
    history: History = field(default_factory=History)
    verdict: Verdict = field(default_factory=Verdict)
    restarts: int = 0
    exit_codes: set[int] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    """Errors that the client did not absorb."""
    side_by_side: int = 0
    """Moves acknowledged while servers of both releases served."""

    @property
    def clean(self) -> bool:
        return self.verdict.clean and not self.errors and self.exit_codes <= {0}


async def run(
    folder: Path, rounds: int, say: Callable[[str], None], servers: int = 2, older: Path | None = None
) -> Report:
    """Restarts every server so many times, lets all players finish, and checks the history."""
    report = Report()
    async with platform(folder, servers, root=older or ROOT) as on:
        until = asyncio.Event()
        players = [asyncio.create_task(_guarded(_Player(number, on, report), until)) for number in range(PLAYERS)]
        try:
            for _ in range(rounds):
                for server in on.servers:
                    await asyncio.sleep(BETWEEN)
                    await _restart(server, on, report, say, mixed=older is not None)
            await asyncio.sleep(BETWEEN)
            until.set()
            await asyncio.wait_for(asyncio.gather(*players), SETTLE_LIMIT)
        finally:
            for player in players:
                player.cancel()
        report.verdict = judge(report.history, await asyncio.to_thread(recorded, on.database_url))
    return report


async def _restart(
    server: ServerProcess, on: Platform, report: Report, say: Callable[[str], None], *, mixed: bool
) -> None:
    before = len(report.history.acknowledged)
    report.exit_codes.add(await server.stop())
    server.root = ROOT
    await server.start()
    report.restarts += 1
    if mixed and any(other.root != ROOT for other in on.servers):
        started = len(report.history.acknowledged)
        await asyncio.sleep(2 * BETWEEN)
        report.side_by_side += len(report.history.acknowledged) - started
    say(f"{report.restarts:4} restarted: {len(report.history.acknowledged) - before} moves acknowledged meanwhile")


async def _guarded(player: "_Player", until: asyncio.Event) -> None:
    try:
        while not until.is_set():
            await player.play(until)
    except ClioError as error:
        player.report.errors.append(f"{player.name}: {type(error).__name__}: {error}")


class _Player:
    """Plays match after match through the client: a call for each move, or all over one stream."""

    def __init__(self, number: int, on: Platform, report: Report) -> None:
        self.name = f"player-{number}"
        self.report = report
        self._rng = random.Random(number)
        self._game = sorted(GAMES)[number % len(GAMES)]
        self._over_a_stream = number % 2 == 1
        self._address = _all_of(self._rng.sample(on.servers, len(on.servers)))
        self._requests = 0

    async def play(self, until: asyncio.Event) -> None:
        """One match, watched by a client of its own until it ends or all do."""
        async with Client(self._address) as client:
            opened = await client.open_match(self._game, request_id=self._request())
            match_id = opened.match.match_id
            self.report.history.matches.add(match_id)
            tokens = []
            for seat in range(len(opened.match.seats)):
                joined = await client.join_match(match_id, f"{self.name} {seat}", seat, request_id=self._request())
                tokens.append(joined.seat_token)
            watching = asyncio.create_task(self._watch(match_id))
            try:
                async with client.play_session() as session:
                    await self._moves(client, session if self._over_a_stream else None, match_id, tokens, until)
                head = (await client.get_match(match_id)).seq
                seen = self.report.history.sightings[self.name, match_id]
                await until_true(lambda: len(seen) >= head or watching.done())
            finally:
                watching.cancel()

    async def _moves(
        self,
        client: Client,
        session: PlaySession | None,
        match_id: str,
        tokens: Sequence[str],
        until: asyncio.Event,
    ) -> None:
        match = await client.get_match(match_id)
        status, to_move, history = match.status, list(match.to_move), self.report.history
        while status == MATCH_STATUS_PLAYING and not until.is_set():
            token = tokens[to_move[0]]
            listed = await client.list_legal_moves(match_id, token).first_page()
            move, request_id = self._rng.choice(listed.moves), self._request()
            history.sent.add((match_id, request_id))
            if session is not None:
                answer = await session.play(match_id, move.notation, token, request_id=request_id)
            else:
                answer = await client.play_move(match_id, move, token, request_id=request_id)
            history.acknowledge(match_id, request_id, answer)
            status, to_move = answer.status, list(answer.to_move)

    async def _watch(self, match_id: str) -> None:
        seen = self.report.history.sightings.setdefault((self.name, match_id), [])
        try:
            async with Client(self._address) as client:
                async for sighting in client.watch_match(match_id):
                    if isinstance(sighting, Event):
                        seen.append((sighting.seq, sighting.digest))
        except ClioError as error:
            self.report.errors.append(f"{self.name} watching: {type(error).__name__}: {error}")

    def _request(self) -> str:
        self._requests += 1
        return f"{self.name}-{self._requests}-{self._rng.getrandbits(64):x}"


def _all_of(servers: Sequence[ServerProcess]) -> str:
    """One gRPC target for all servers."""
    return "ipv4:" + ",".join(server.address for server in servers)
