"""How often each goal card of Akrotiri scores, by bot: ``python -m bench.goal_cards BOT... --matches N``."""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from random import Random

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


def goal_count(bot: str, matches: int, seed: int) -> GoalCount:
    """Matches of a bot against itself."""
    found = GoalCount()
    for number in range(matches):
        rng = Random(f"{seed}/{number}")
        played = play_local_match(known_game(GAME), [new_bot(bot, GAME, rng), new_bot(bot, GAME, rng)], rng)
        for line in (line for score in played.outcome.scores for line in score.lines):
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
    chosen = parser.parse_args()
    counts = {bot: goal_count(bot, chosen.matches, chosen.seed) for bot in chosen.bots}
    print("| goal card | " + " | ".join(chosen.bots) + " |")
    print("|---" * (len(counts) + 1) + "|")
    for goal in sorted({goal for each in counts.values() for goal in each.held}):
        print(f"| `{goal}` | " + " | ".join(each.cell(goal) for each in counts.values()) + " |")


if __name__ == "__main__":
    main()
