"""Random playouts, legal moves enumerated at each step, beside those of others in the same run."""

import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from statistics import median

from bench.peers import python_peers
from bench.rig import Rig
from bench.row import Row, missing
from clio.games.registry import GAMES
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

CHESS, RUMMY = "chess/board", "rlcard/gin-rummy"
PEERS = {
    CHESS: "python-chess",
    RUMMY: "RLCard's gin rummy",
    "rlcard/mahjong": "RLCard's mahjong",
    "open_spiel/python_tic_tac_toe": "OpenSpiel's tic-tac-toe in Python",
    "open_spiel/python_block_dominoes": "OpenSpiel's dominoes in Python",
    "open_spiel/python_liars_poker": "OpenSpiel's liar's poker in Python",
}
BASELINES = {"akros": CHESS, "amphipolis": CHESS, "akrotiri": RUMMY}
TARGETS = {CHESS: "playouts-chess", RUMMY: "playouts-rummy"}


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """All in turn; processor time, on one core each."""
    rates: dict[str, list[float]] = {name: [] for name in [*PEERS, *GAMES]}
    async with AsyncExitStack() as stack:
        peers = {name: await stack.enter_async_context(python_peers.peer(name)) for name in PEERS}
        for number in range(rig.effort.rounds):
            for name, process in peers.items():
                if process is not None:
                    rates[name].append(await python_peers.rate(process, rig.effort.seconds))
            for name in GAMES:
                rates[name].append(rate(name, rig.effort.seconds, number))
    found = {name: median(each) for name, each in rates.items() if each}
    for name, title in PEERS.items():
        if name in found:
            yield Row(name=f"playouts of {title}", figure=found[name], unit="moves/s")
        else:
            yield missing(f"playouts of {title}", "moves/s", "not installed: run `make bench-peers`")
    for name, game in GAMES.items():
        peer = BASELINES[name]
        yield Row(
            name=f"playouts of {game.title}",
            figure=found[name],
            unit="moves/s",
            baseline=f"playouts of {PEERS[peer]}",
            ratio=found[name] / found[peer] if peer in found else None,
            target=TARGETS[peer],
            note="" if peer in found else f"{PEERS[peer]} is not installed",
        )


def rate(name: str, seconds: float, seed: int) -> float:
    """Moves a second of processor time."""
    rng, moves, started = random.Random(seed), 0, time.process_time()
    while (taken := time.process_time() - started) < seconds:
        moves += playout(name, rng)
    return moves / taken


def playout(name: str, rng: random.Random) -> int:
    """A whole match of random moves, rules only; gives how many."""
    game = GAMES[name]
    seats = min(number for number in game.seats if number > 1)
    chance, state, moves = Chance(rng.randbytes(32)), None, 0
    for event in game.setup({option.name: option.default for option in game.options}, seats, chance):
        state = game.evolve(state, event)
    while to_move := game.to_move(state):
        facts = game.decide(state, to_move[0], rng.choice(game.legal_moves(state, to_move[0])), chance)
        assert not isinstance(facts, Rejection)
        for event in facts:
            state = game.evolve(state, event)
        moves += 1
    return moves
