"""``make mutation``: a sample of mutants of ``domain/``, the same for the same seed, against the tests."""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.mutation.mutant import Mutant, mutants_of
from tests.mutation.result import Result
from tests.mutation.runner import ROOT, run
from tests.mutation.session import CollectedSession, Collecting
from tests.mutation.suites import NEAR

EQUIVALENTS = Path(__file__).with_name("equivalents.json")
REACH = ROOT / ".mutation_cache" / "reach.json"
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
    """So many mutants, equivalents among them: the same for the same seed and the same sources."""
    chosen = [mutant for mutant in all_mutants() if mutant.path.startswith(under)]
    return random.Random(seed).sample(chosen, min(count, len(chosen)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutation")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--under", default="domain/", help="only files whose path begins so")
    chosen = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # it is a text file
    started = time.monotonic()
    known = equivalents()
    mutants = sample(chosen.seed, chosen.mutants, chosen.under)
    print(f"{len(mutants)} of {len(all_mutants())} mutants, seed {chosen.seed}")
    tried = [mutant for mutant in mutants if mutant.name not in known]
    results = judged_all(tried, chosen.workers)
    for mutant in mutants:
        if mutant.name in known:
            print(f"EQUIVALENT {changed(mutant)}\n  because {known[mutant.name]}")
    print(table_of(results))
    killed = sum(result.is_killed for result in results)
    print(
        f"{len(mutants)} mutants, {len(mutants) - len(tried)} equivalent, {killed} killed,"
        f" {len(tried) - killed} survived: {killed / len(tried):.1%} without the equivalents; the goal is {GOAL:.0%};"
        f" {(time.monotonic() - started) / 60:.0f} minutes"
    )
    return 0 if killed >= GOAL * len(tried) else 1


def judged_all(mutants: list[Mutant], workers: int) -> list[Result]:
    """Every mutant's result: by the near tests, and what they do not notice by all others."""
    near: list[Result] = []

    def use(session: CollectedSession) -> None:
        failed = session.measure(REACH)
        assert not failed, f"these tests fail without a mutant: {', '.join(failed)}"
        near.extend(session.tried(mutants))

    Collecting(ROOT, workers, use).collect(NEAR)
    left = [result for result in near if not result.is_killed]
    print(f"{len(near) - len(left)} killed by the near tests, {len(left)} to be tried by the others")
    return [*(result for result in near if result.is_killed), *run(left, workers, _say)]


def table_of(results: Iterable[Result]) -> str:
    """Mutants and killed mutants of each package, as a table."""
    found: dict[str, list[bool]] = {}
    for result in results:
        found.setdefault(Path(result.mutant.path).parent.as_posix(), []).append(result.is_killed)
    rows = [f"| {package} | {len(killed)} | {sum(killed)} |" for package, killed in sorted(found.items())]
    return "\n".join(["| package | mutants | killed |", "|---|---|---|", *rows])


def changed(mutant: Mutant) -> str:
    """Where a mutant is, and what it changes."""
    return f"{mutant.path}:{mutant.number}\n  - {mutant.line.strip()}\n  + {mutant.after.strip()}"


def _say(result: Result) -> None:
    if not result.is_killed:
        print(f"SURVIVED {changed(result.mutant)}")


if __name__ == "__main__":
    sys.exit(main())
