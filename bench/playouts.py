"""Random playouts in process, legal moves enumerated at each step, beside python-chess."""

import random
import time
from collections.abc import Callable
from statistics import median

import chess

from domain.games import GAMES
from domain.kernel.chance import Chance
from domain.kernel.rejection import Rejection


def rates(seconds: float, rounds: int) -> dict[str, float]:
    """Moves a second by name, medians over alternating rounds."""
    workloads: dict[str, Callable[[random.Random], int]] = {"python-chess": _chess}
    for name, game in sorted(GAMES.items()):
        seats = min((number for number in game.seats if number > 1), default=1)
        workloads[name] = lambda rng, name=name, seats=seats: _match(name, seats, rng)  # type: ignore[misc]
    found: dict[str, list[float]] = {name: [] for name in workloads}
    for number in range(rounds):
        for name, workload in workloads.items():
            found[name].append(_rate(workload, seconds, random.Random(number)))
    return {name: median(each) for name, each in found.items()}


def _rate(workload: Callable[[random.Random], int], seconds: float, rng: random.Random) -> float:
    moves, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        moves += workload(rng)
    return moves / elapsed


def _chess(rng: random.Random) -> int:
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return len(board.move_stack)


def _match(name: str, seats: int, rng: random.Random) -> int:
    game = GAMES[name]
    chance = Chance(rng.randbytes(32))
    options = {option.name: option.default for option in game.options}
    state = None
    for event in game.setup(options, seats, chance):
        state = game.evolve(state, event)
    moves = 0
    while to_move := game.to_move(state):
        events = game.decide(state, to_move[0], rng.choice(game.legal_moves(state, to_move[0])), chance)
        assert not isinstance(events, Rejection)
        for event in events:
            state = game.evolve(state, event)
        moves += 1
    return moves
