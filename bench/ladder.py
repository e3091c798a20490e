"""Strength of the search bot by thinking time: ``python -m bench.ladder``, each step of the ladder against ``greedy``.

Seconds are processor time, so that other work on the machine does not weaken the bot.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from clio.bots.bot import Bot
from clio.bots.confidence_interval import win_interval
from clio.bots.greedy_bot import GreedyBot
from clio.bots.local_match import known_game, play_local_match
from clio.bots.search.budget import Budget
from clio.bots.search_bot import SearchBot


@dataclass(frozen=True, slots=True)
class ProcessorBudget(Budget):
    """A budget of processor time."""

    def clock(self) -> Callable[[], bool]:
        """Starts the clock of this thread."""
        end = time.thread_time() + self.seconds
        return lambda: time.thread_time() >= end


def step(game: str, seconds: float, matches: int, seed: int) -> str:
    """One row of the table: matches of two seats, which change after each."""
    wins = 0.0
    for number in range(matches):
        rng = Random(f"{seed}/{number}")
        seat = number % 2
        bots: list[Bot] = [GreedyBot(game, rng), GreedyBot(game, rng)]
        bots[seat] = SearchBot(game, rng, ProcessorBudget(seconds=seconds))
        winners = play_local_match(known_game(game), bots, rng).outcome.winners
        wins += (seat in winners) / max(len(winners), 1)
    found = win_interval(wins, matches)
    return f"| {game} | {seconds:g} s | {matches} | {wins / matches:.0%} | {found.low:.0%} to {found.high:.0%} |"


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(prog="bench.ladder")
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(step(chosen.game, chosen.seconds, chosen.matches, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
