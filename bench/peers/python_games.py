"""Random playouts of other people's games in Python, run by an interpreter that has them installed.

``python bench/peers/python_games.py SECONDS NAME``: prints moves a second, or nothing where the package is missing.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

OPEN_SPIEL = ("python_tic_tac_toe", "python_block_dominoes", "python_liars_poker")
RLCARD = ("gin-rummy", "mahjong")


def playout_of(name: str) -> Callable[[random.Random], int]:
    """One whole game of that name; ImportError where it is not installed."""
    source, _, game = name.partition("/")
    return {"chess": _chess, "open_spiel": _open_spiel, "rlcard": _rlcard}[source](game)


def _chess(_game: str) -> Callable[[random.Random], int]:
    import chess  # noqa: PLC0415 (may be missing)

    def playout(rng: random.Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return playout


def _open_spiel(game: str) -> Callable[[random.Random], int]:
    import pyspiel  # noqa: PLC0415 (may be missing)
    from open_spiel.python import games  # noqa: PLC0415 (registers the games)

    assert games
    loaded: Any = pyspiel.load_game(game)

    def playout(rng: random.Random) -> int:
        state, moves = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return playout


def _rlcard(game: str) -> Callable[[random.Random], int]:
    import rlcard  # noqa: PLC0415 (may be missing)

    environment = rlcard.make(game)

    def playout(rng: random.Random) -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return playout


def rate(playout: Callable[[random.Random], int], seconds: float) -> float:
    """Moves a second of processor time."""
    rng, moves, started = random.Random(0), 0, time.process_time()
    while (taken := time.process_time() - started) < seconds:
        moves += playout(rng)
    return moves / taken


def main() -> None:
    """Answers each line with moves a second; an empty line first where the game is not installed."""
    try:
        playout = playout_of(sys.argv[1])
    except ImportError:
        print("0", flush=True)
        return
    print("1", flush=True)
    for line in sys.stdin:
        print(rate(playout, float(line)), flush=True)


if __name__ == "__main__":
    main()
