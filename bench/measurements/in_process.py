"""A move in process, from the command to chained bytes, beside boardgame.io's reducer, which makes no bytes at all."""

import time
from collections.abc import AsyncIterator
from statistics import median

from bench.peers import node
from bench.rig import Rig
from bench.row import Row, missing
from bench.stored_matches import REFEREE, Table
from clio.games.registry import GAMES
from clio.kernel.events.storage_codec import to_bytes
from clio.kernel.match.commands import Play
from clio.kernel.match.decision import Decision

MOVES = 6_000
WARM = 0.2
"""Seconds below which a compiler that is still warming up is measured."""
PEERS = {"tictactoe": "tic-tac-toe", "dig": "the comparable game", "trivial": "the trivial game"}
BASELINE = "tictactoe"


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Every game in turn with the reducer."""
    ours: dict[str, list[float]] = {name: [] for name in sorted(GAMES)}
    theirs: dict[str, list[float]] = {name: [] for name in PEERS}
    why = node.why_not()
    for number in range(rig.effort.rounds):
        for name, rates in ours.items():
            rates.append(_rate(name, rig.effort.count(MOVES, 30), number))
        for name, rate in ({} if why else await node.reducer_rates(max(rig.effort.seconds, WARM))).items():
            theirs[name].append(rate)
    for name, rates in theirs.items():
        title = f"boardgame.io's reducer, {PEERS[name]}"
        yield missing(title, "moves/s", why) if why else Row(name=title, figure=median(rates), unit="moves/s")
    for name, rates in ours.items():
        yield Row(
            name=f"judge, fold, encode and chain a move of {GAMES[name].title}",
            figure=median(rates),
            unit="moves/s",
            baseline=f"boardgame.io's reducer, {PEERS[BASELINE]}",
            ratio=None if why else median(rates) / median(theirs[BASELINE]),
            target="in-process",
            note=why and f"boardgame.io is {why}",
        )


def _rate(game: str, moves: int, first: int) -> float:
    """Moves a second; choosing them is not timed."""
    taken, done, number = 0.0, 0, 1000 * first
    while done < moves:
        number += 1
        table = Table(game, number).seat()
        while table.match.status == "playing" and done < moves:
            seat = table.match.to_move[0]
            move = table.rng.choice(table.match.game.legal_moves(table.match.state, seat))
            started = time.perf_counter()
            _played(table, Play(seat, move), f"r{done}")
            taken += time.perf_counter() - started
            done += 1
    return done / taken


def _played(table: Table, command: Play, request: str) -> list[bytes]:
    decision = REFEREE.judge(table.match, command, request, "2026-01-02T03:04:05.000000Z")
    assert isinstance(decision, Decision), decision
    table.match.accept(decision.events, decision.state)
    return [to_bytes(event) for event in decision.events]
