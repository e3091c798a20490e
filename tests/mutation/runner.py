"""Runs the tests against mutants, each in a copy of ``domain/`` of its own: the working tree never changes."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.mutant import Mutant
from tests.mutation.suites import suites_for

ROOT = Path(__file__).parents[2]
SECONDS = 240
"""A mutant that runs longer loops for ever, and counts as killed."""
MEMORY = 3 << 30
_FAR = 2
"""How many suites are property and contract tests, which take longest."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header")


@dataclass(frozen=True)
class Result:
    """What became of a mutant; ``by`` is the test that failed, or why it counts as killed."""

    mutant: Mutant
    by: str

    @property
    def is_killed(self) -> bool:
        """Whether a test noticed the change."""
        return bool(self.by)


def run(mutants: Iterable[Mutant], workers: int, say: Callable[[Result], None], *, near: bool) -> list[Result]:
    """The result of every mutant, as they come. ``near`` tries the unit tests of the package only."""
    results = []
    with ThreadPoolExecutor(workers) as pool:
        for done in as_completed([pool.submit(judged, mutant, near=near) for mutant in mutants]):
            say(done.result())
            results.append(done.result())
    return results


def judged(mutant: Mutant, *, near: bool = False) -> Result:
    """Tries the suites of a mutant until one fails."""
    with tempfile.TemporaryDirectory(prefix="clio-mutant-") as folder:
        copy = Path(folder) / "domain"
        shutil.copytree(ROOT / "domain", copy, ignore=shutil.ignore_patterns("__pycache__"))
        target = Path(folder) / mutant.path
        target.write_text(mutant.applied(target.read_text(encoding="utf-8")), encoding="utf-8")
        return Result(mutant, next(_failures(mutant, copy, near=near), ""))


def _failures(mutant: Mutant, domain: Path, *, near: bool) -> Iterator[str]:
    # The option comes before PYTHONPATH and the installed package, so that every import finds the mutant.
    roots = " ".join((str(domain), ".", "proto", "projections", "service", "clients"))
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    for suite in suites_for(mutant.path)[: -_FAR if near else None]:
        try:
            done = subprocess.run(
                [*PYTEST, "-o", f"pythonpath={roots}", *suite],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                preexec_fn=_bounded,
                check=False,
            )
        except subprocess.TimeoutExpired:
            yield f"{SECONDS} seconds"
            return
        if done.returncode:
            yield _failed_test(done.stdout)


def _bounded() -> None:
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _failed_test(output: str) -> str:
    summary = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return summary[0].partition(" - ")[0] if summary else "no test could run"
