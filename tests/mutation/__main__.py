"""``make mutation``: a sample of mutants of ``domain/``, the same for the same seed, against the tests."""

import argparse
import json
import random
import sys
from functools import cache
from pathlib import Path

from tests.mutation.mutant import Mutant, mutants_of
from tests.mutation.runner import ROOT, Result, run

EQUIVALENTS = Path(__file__).with_name("equivalents.json")
GOAL = 0.95


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """Every mutant of the domain, in the order of files and lines."""
    files = sorted((ROOT / "domain").rglob("*.py"))
    return tuple(mutant for path in files for mutant in mutants_of(ROOT, path))


def equivalents() -> dict[str, str]:
    """By mutant: why no test can notice it."""
    known: dict[str, str] = json.loads(EQUIVALENTS.read_text(encoding="utf-8"))
    return known


def sample(seed: int, count: int, under: str = "") -> list[Mutant]:
    """So many mutants without the equivalents, the same for the same seed and the same sources."""
    known = equivalents()
    chosen = [mutant for mutant in all_mutants() if mutant.path.startswith(under) and mutant.name not in known]
    return random.Random(seed).sample(chosen, min(count, len(chosen)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutation")
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--under", default="domain/", help="only files whose path begins so")
    parser.add_argument("--near", action="store_true", help="unit tests of the package only: a quick first look")
    chosen = parser.parse_args()
    mutants = sample(chosen.seed, chosen.mutants, chosen.under)
    left_out = len(equivalents())
    print(
        f"{len(mutants)} of {len(all_mutants())} mutants, seed {chosen.seed}; {left_out} equivalents left out",
        flush=True,
    )
    results = run(mutants, chosen.workers, _say, near=chosen.near)
    killed = sum(result.is_killed for result in results)
    print(f"{killed} of {len(results)} killed, {killed / len(results):.1%}; the goal is {GOAL:.0%}")
    return 0 if killed >= GOAL * len(results) else 1


def _say(result: Result) -> None:
    if not result.is_killed:
        print(f"SURVIVED {result.mutant.path}:{result.mutant.number}", flush=True)
        print(f"  - {result.mutant.line.strip()}\n  + {result.mutant.after.strip()}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
