"""kill -9 of a server whose views follow hundreds of matches: every view is still the fold of the record."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.server.codec.views import to_message
from clio.v1 import match_service_pb2 as pb
from clio.v1 import projection_service_pb2 as views_pb
from clio.v1 import score_service_pb2 as scores_pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from clio.v1.projection_service_pb2_grpc import ProjectionServiceStub
from clio.v1.score_service_pb2_grpc import ScoreServiceStub
from tests.kit.folding import folded_views, projection_context, served_views
from tests.kit.server_process import ServerProcess
from tests.kit.servers import bearer
from tests.robustness.players import History, Player

TOKEN = "operator-token-" + "x" * 32
PATIENCE = 120.0


@dataclass
class Report:
    matches: int = 0
    events: int = 0
    kills: int = 0
    rebuilds: int = 0
    boards: int = 0
    digests: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


async def run(folder: Path, matches: int, kills: int, say: Callable[[str], None]) -> Report:
    """Plays that many matches at once, kills the server at random moments, and compares all views at the end."""
    rng = random.Random(matches)
    report = Report(kills=kills)
    server = ServerProcess(folder / "data", CLIO_ADMIN_TOKEN=TOKEN)
    await server.start()
    history, until = History(), asyncio.Event()
    games = sorted(GAMES)
    players = [_player(number, server.address, games[number % len(games)], history) for number in range(matches)]
    tasks = [asyncio.create_task(player.run(until)) for player in players]
    try:
        for kill in range(1, kills + 1):
            # Some kills hit a rebuild too: the process that builds must end, and be taken up again.
            report.rebuilds += await _rebuild(server, rng.choice(["matches", "standings", "statistics", ""]))
            await asyncio.sleep(rng.uniform(0.2, 2.0))
            await server.kill()
            await server.start()
            say(f"kill {kill}: {len(history.matches)} matches, {len(history.acknowledged)} moves acknowledged")
        until.set()
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        await _settled(server)
        report.boards = await _compare_boards(server, sorted(history.matches), folder / "data", report)
    finally:
        for task in tasks:
            task.cancel()
        await server.stop()
    report.matches = len(history.matches)
    _compare_views(folder, report)
    return report


def _player(number: int, address: str, game: str, history: History) -> Player:
    return Player(number, [address], game, GAMES[game].seats[-1], history)


async def _rebuild(server: ServerProcess, name: str) -> int:
    if not name:
        return 0
    async with grpc.aio.insecure_channel(server.address) as channel:
        with suppress(grpc.aio.AioRpcError):
            await ProjectionServiceStub(channel).RebuildProjection(
                views_pb.RebuildProjectionRequest(projection=name), metadata=bearer(TOKEN), timeout=5
            )
            return 1
    return 0


async def _settled(server: ServerProcess) -> None:
    """Waits until nothing is being built and every view has all events."""
    async with grpc.aio.insecure_channel(server.address) as channel, asyncio.timeout(PATIENCE):
        stub = ProjectionServiceStub(channel)
        while True:
            found = await stub.ListProjections(views_pb.ListProjectionsRequest(), metadata=bearer(TOKEN))
            generations = [generation for projection in found.projections for generation in projection.generations]
            busy = views_pb.GENERATION_STATUS_BUILDING, views_pb.GENERATION_STATUS_READY
            if not any(each.status in busy or (each.serving and each.lag) for each in generations):
                return
            await asyncio.sleep(0.2)


async def _compare_boards(server: ServerProcess, matches: list[str], data: Path, report: Report) -> int:
    """Boards and scores that the server tells, against those of a match read again from the record."""
    compared = 0
    async with grpc.aio.insecure_channel(server.address) as channel:
        boards, scores = MatchServiceStub(channel), ScoreServiceStub(channel)
        with projection_context(data) as bench:
            for match_id in matches:
                match = bench.record.load(match_id)
                assert match is not None
                viewpoint = EVERYTHING if match.is_over else SPECTATOR
                told = (await boards.GetView(pb.GetViewRequest(match_id=match_id))).view
                if told.SerializeToString(deterministic=True) != to_message(match, viewpoint).SerializeToString(
                    deterministic=True
                ):
                    report.wrong.append(f"board of {match_id}")
                counted = await scores.GetScores(scores_pb.GetScoresRequest(match_id=match_id))
                expected = match.game.scores(match.state, viewpoint) if match.state is not None else ()
                if [score.total for score in counted.scores] != [score.total for score in expected]:
                    report.wrong.append(f"scores of {match_id}")
                compared += 1
    return compared


def _compare_views(folder: Path, report: Report) -> None:
    with projection_context(folder / "data") as bench:
        served = served_views(bench)
        report.events = bench.record.last_position()
        folded = folded_views(bench, folder / "folded", {name: found[0] for name, found in served.items()})
    for name, (position, applied, digest) in served.items():
        report.digests[name] = digest
        if position != report.events:
            report.wrong.append(f"{name} is at {position} of {report.events}")
        if applied != position:
            report.wrong.append(f"{name} has applied {applied} events up to position {position}")
        if folded[name] != (position, applied, digest):
            report.wrong.append(f"{name} differs from a fold: {(position, applied, digest)} and {folded[name]}")
