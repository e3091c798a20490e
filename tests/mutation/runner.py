"""Runs the tests against mutants, each in processes of its own: the working tree never changes."""

import multiprocessing
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path

from tests.mutation.mutant import Mutant
from tests.mutation.result import ALL_TESTS, Result
from tests.mutation.suites import Suite, far_suites, near_suites
from tests.mutation.trial import PRELOADED, Trial, run_trial

ROOT = Path(__file__).parents[2]
SECONDS = 1800
"""Processor time of a suite, many times what it takes: a mutant that uses it up counts as killed, as one does that
loops for ever in a test.

It is not wall time, because a busy machine must not kill a mutant.
"""
HANGS_AFTER = 3600
"""Wall time after which a suite waits for something that will not come. Nothing else comes near it."""


def run(results: Iterable[Result], workers: int, say: Callable[[Result], None]) -> list[Result]:
    """Mutants that the near tests did not notice, each in processes that import it, until one of its suites fails."""
    with ThreadPoolExecutor(workers) as pool:
        found = []
        for result in pool.map(lambda each: judged(each.mutant, suites_of(each)), results):
            say(result)
            found.append(result)
    return found


def suites_of(result: Result) -> list[Suite]:
    """What is still to be tried."""
    path, again = result.mutant.path, result.again
    near = near_suites(path) if again == ALL_TESTS else [Suite(list(again))] if again else []
    return [*near, *far_suites(path)]


def judged(mutant: Mutant, suites: Iterable[Suite]) -> Result:
    """Tries the suites one after the other until one fails."""
    return Result(mutant, next(_failures(mutant, suites), ""))


def _failures(mutant: Mutant, suites: Iterable[Suite]) -> Iterator[str]:
    source = mutant.applied((ROOT / mutant.path).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="clio-mutant-") as folder:
        output = Path(folder) / "output"
        for suite in suites:
            code = _exit_code(mutant.path, source, suite, output)
            if code:
                yield _failed_test(code, output.read_text(encoding="utf-8", errors="replace"))


def _exit_code(path: str, source: str, suite: Suite, output: Path) -> int:
    trial = Trial(ROOT, path, source, suite.tests, SECONDS)
    process = _processes().Process(target=run_trial, args=(trial, output))
    process.start()
    process.join(HANGS_AFTER)
    if process.exitcode is None:
        process.kill()
        process.join()
    assert process.exitcode is not None
    return process.exitcode


@cache
def _processes() -> ForkServerContext:
    """Forks from a process that has imported the libraries and nothing of Clio: half of what a short suite takes."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(list(PRELOADED))
    return processes


def _failed_test(code: int, output: str) -> str:
    if code < 0:
        return f"signal {-code}"
    summary = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return summary[0].partition(" - ")[0] if summary else "no test could run"
