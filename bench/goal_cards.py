"""How often each goal card of Akrotiri scores, by bot: ``python -m bench.goal_cards BOT... --matches N``.

``--keep GOAL`` has every bot keep that card where the set-up offers it, and counts only those seats.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from clio.bots.bot import Bot
from clio.bots.local_match import known_game, play_local_match
from clio.bots.registry import new_bot

GAME = "akrotiri"


@dataclass
class GoalCount:
    """Goal cards at the end of matches: how often each was held, how often it scored, its points."""

    held: Counter[str] = field(default_factory=Counter)
    scored: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)

    def cell(self, goal: str) -> str:
        """The count of one card."""
        held = self.held[goal]
        return f"{self.scored[goal]} of {held}, {self.points[goal] / held:.1f}" if held else "never held"


class KeepingBot:
    """A bot that keeps one goal card where the set-up offers it."""

    needs_position: bool = True

    def __init__(self, bot: Bot, goal: str) -> None:
        self._bot = bot
        self._move = f"keep {goal}"
        self._has_chosen = False
        self.has_kept = False

    def choose(self, seat: int, moves: Sequence[str], position: str) -> str:
        """Chooses as the bot does, but for the first goal card."""
        is_setup = any(move.startswith("keep ") for move in moves) and not self._has_chosen
        self._has_chosen = self._has_chosen or is_setup
        if is_setup and self._move in moves:
            self.has_kept = True
            return self._move
        return self._bot.choose(seat, moves, position)


def goal_count(bot: str, matches: int, seed: int, keep: str = "") -> GoalCount:
    """Matches of a bot against itself."""
    found = GoalCount()
    for number in range(matches):
        rng = Random(f"{seed}/{number}")
        bots = [KeepingBot(new_bot(bot, GAME, rng), keep) for _ in range(2)]
        played = play_local_match(known_game(GAME), bots, rng)
        counted = [score for score in played.outcome.scores if not keep or bots[score.seat].has_kept]
        for line in (line for score in counted for line in score.lines):
            if line.rule.startswith("AKT-GOAL-") and line.params:
                goal = str(line.params["goal"])
                found.held[goal] += 1
                found.scored[goal] += line.points > 0
                found.points[goal] += line.points
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="bench.goal_cards")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="", metavar="GOAL")
    chosen = parser.parse_args()
    counts = {bot: goal_count(bot, chosen.matches, chosen.seed, chosen.keep) for bot in chosen.bots}
    print("| goal card | " + " | ".join(chosen.bots) + " |")
    print("|---" * (len(counts) + 1) + "|")
    for goal in sorted({goal for each in counts.values() for goal in each.held}):
        print(f"| `{goal}` | " + " | ".join(each.cell(goal) for each in counts.values()) + " |")


if __name__ == "__main__":
    main()
