"""Verifying and replaying, beside random playouts of the same game in the same run."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from clients.verify import verify_match
from clients.verify.verifier import verify_lines
from domain.games import GAMES
from domain.kernel.chance import Chance
from domain.kernel.game import Game
from domain.kernel.rejection import Rejection
from domain.kernel.replay import Replay
from tests.kit.records import lines_of
from tests.kit.table import Table


class Rates(NamedTuple):
    """Seconds of processor time per match, and what a match has."""

    events: float
    moves: float
    first_two: float
    second: float
    all_four: float
    playout: float
    jump_ms: float


def measure(game: str, matches: int, rounds: int) -> Rates:
    """The medians over alternating rounds; each record is another one, so that nothing is remembered."""
    seats = min(seats for seats in GAMES[game].seats if seats > 1)
    tables = [Table(game, seats, seed=seed).finish() for seed in range(matches)]
    records = [lines_of(table) for table in tables]
    moves = sum(b'"move":' in event.canonical for table in tables for event in table.events)
    work: dict[str, Callable[[], object]] = {
        "first_two": lambda: [verify_lines(lines, rules=False) for lines in records],
        "second": lambda: [verify_match.verify_lines(lines) for lines in records],
        "all_four": lambda: [verify_lines(lines) for lines in records],
        "playout": lambda: [_playout(GAMES[game], seats, seed) for seed in range(matches)],
    }
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, run in work.items():
            started = time.process_time()
            run()
            times[name].append((time.process_time() - started) / matches)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    events = sum(len(lines) - 2 for lines in records) / matches
    return Rates(events=events, moves=moves / matches, jump_ms=_longest_jump(tables), **medians)


def _longest_jump(tables: Sequence[Table]) -> float:
    """The slowest of all first jumps to the 300th event (or the last), in milliseconds of processor time."""
    slowest = 0.0
    for table in tables:
        replay = Replay(table.events, GAMES)
        started = time.process_time()
        replay.at(min(300, replay.last))
        slowest = max(slowest, time.process_time() - started)
    return slowest * 1000


def _playout(game: Game[Any, Any], seats: int, seed: int) -> None:
    rng = random.Random(seed)
    chance, state = Chance(rng.randbytes(32)), None
    for event in game.setup({option.name: option.default for option in game.options}, seats, chance):
        state = game.evolve(state, event)
    while to_move := game.to_move(state):
        facts = game.decide(state, to_move[0], rng.choice(game.legal_moves(state, to_move[0])), chance)
        assert not isinstance(facts, Rejection)
        for event in facts:
            state = game.evolve(state, event)


def main() -> None:
    """Prints a line per game."""
    for game in GAMES:
        rates = measure(game, matches=10 if game == "akrotiri" else 60, rounds=5)
        print(
            f"{game}: levels 1-2 {rates.events / rates.first_two:,.0f} events/s (second implementation "
            f"{rates.events / rates.second:,.0f}); all four {rates.events / rates.all_four:,.0f} events/s, playouts "
            f"{rates.moves / rates.playout:,.0f} moves/s; a match of {rates.events:.0f} events and {rates.moves:.0f} "
            f"moves verified in {rates.all_four * 1000:.2f} ms, played in {rates.playout * 1000:.2f} ms; "
            f"first jump to event 300 at most {rates.jump_ms:.2f} ms"
        )


if __name__ == "__main__":
    main()
