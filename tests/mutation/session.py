"""A session of pytest that has collected the tests, and forks from there: once for each file, then for each mutant."""

import gc
import importlib
import resource
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.mutation.changed_code import (
    ChangedFunctions,
    OutsideFunctionsError,
    changed_functions,
    live_functions,
    put_in,
)
from tests.mutation.forks import Say, forked
from tests.mutation.mutant import Mutant
from tests.mutation.reach import Reach, Stopwatch, TestReach, Tracer, digest_of, keep_reach, kept_reach, key_of
from tests.mutation.result import ALL_TESTS, Result
from tests.mutation.trial import MEMORY

OPTIONS = ("-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header")
QUIET = ("--assert=plain", "--tb=native")
"""Nobody reads what a failed test says here, and comparing two positions for it takes longer than the test."""
PATIENCE = 6
"""How many times its own processor time a test may take, and how many seconds more: after that it loops for ever."""


class FirstFailure:
    """Notes the first test that fails."""

    def __init__(self) -> None:
        self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """As pytest reports it."""
        if report.failed and not self.test:
            self.test = report.nodeid


class CollectedSession:
    """The tests, collected, and which of them run which function."""

    def __init__(self, root: Path, session: pytest.Session, workers: int, at_import: dict[str, set[str]]) -> None:
        self._root, self._workers, self._at_import = root, workers, at_import
        self._failure = FirstFailure()
        plugins = session.config.pluginmanager
        plugins.unregister(plugins.getplugin("terminalreporter"))
        plugins.register(self._failure)
        self._files: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            self._files.setdefault(item.path.relative_to(root).as_posix(), []).append(item)
        self._functions = live_functions(root)
        self._reach: dict[str, Reach] = {}
        gc.collect()
        gc.freeze()  # so that a fork copies fewer pages

    def measure(self, kept: Path) -> list[str]:
        """Finds out which functions each test runs, as far as it is not kept there; the tests that fail as it is."""
        known = kept_reach(kept)
        for file, items in self._files.items():
            kept_now = known.get(file)
            is_current = kept_now is not None and kept_now.digest == digest_of(self._root, self._root / file)
            if kept_now and is_current and kept_now.tests.keys() == {item.nodeid for item in items}:
                self._reach[file] = kept_now
        new = [file for file in self._files if file not in self._reach]
        for file, reach, ended in forked(new, self._workers, self._measure):
            assert reach is not None, f"{file} ended by signal {ended}"
            self._reach[file] = reach
        keep_reach(kept, {file: reach for file, reach in self._reach.items() if not reach.failed})
        return [reach.failed for reach in self._reach.values() if reach.failed]

    def tried(self, mutants: Iterable[Mutant]) -> Iterator[Result]:
        """The mutants within functions, each tried by all tests that run its function.

        ``again`` names what a mutant must be tried with besides, because it runs when a module is imported.
        """
        for mutant, result, ended in forked(mutants, self._workers, self._try):
            assert result is not None, f"{mutant.name}: the process said nothing, signal {ended}"
            yield result if not ended else Result(mutant, f"{result.by}, {signal.Signals(ended).name}")

    def _try(self, mutant: Mutant, say: Say[Result]) -> None:
        source = (self._root / mutant.path).read_text(encoding="utf-8")
        everything = Result(mutant, "", ALL_TESTS)
        try:
            change = changed_functions(source, mutant.applied(source), str(self._root / mutant.path))
        except OutsideFunctionsError:
            say(everything)
            return
        if not put_in(change, self._functions.get(mutant.path, [])):
            say(everything)
            return
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        say(self._result_with(change, mutant, say))

    def _result_with(self, change: ChangedFunctions, mutant: Mutant, say: Say[Result]) -> Result:
        key = key_of(change.outermost[0])
        tests = self._tests_of(key)
        for test, following in zip_longest(tests, tests[1:]):
            say(Result(mutant, test.nodeid))
            signal.setitimer(signal.ITIMER_PROF, PATIENCE * (1 + self._seconds(test)))
            self._run(test, following)
            if self._failure.test:
                return Result(mutant, self._failure.test)
        if key in self._at_import[""]:
            return Result(mutant, "", ALL_TESTS)
        return Result(mutant, "", tuple(file for file, keys in self._at_import.items() if key in keys))

    def _tests_of(self, key: str) -> list[pytest.Item]:
        """The tests that run the function, the shortest files first; then all others of these files.

        What a test runs may be cached by the test before it, so that the others may notice the change as well.
        """
        first: list[tuple[float, list[pytest.Item]]] = []
        rest: list[pytest.Item] = []
        for file, items in self._files.items():
            tests = self._reach[file].tests
            running = [item for item in items if key in tests[item.nodeid].functions]
            if running:
                first.append((sum(map(self._seconds, running)), running))
                rest += [item for item in items if key not in tests[item.nodeid].functions]
        return [item for _, items in sorted(first, key=lambda each: each[0]) for item in items] + rest

    def _seconds(self, item: pytest.Item) -> float:
        return self._reach[item.path.relative_to(self._root).as_posix()].tests[item.nodeid].seconds

    def _measure(self, file: str, say: Say[Reach]) -> None:
        reach = Reach(digest_of(self._root, self._root / file))
        items, tracer = self._files[file], Tracer(self._root)
        for item, following in zip_longest(items, items[1:]):
            watch = Stopwatch()
            tracer.start()
            self._run(item, following)
            reach.tests[item.nodeid] = TestReach(watch.seconds, tracer.stop())
        reach.failed = self._failure.test
        say(reach)

    @staticmethod
    def _run(item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


class Collecting:
    """Has pytest collect the tests, and then hands them over instead of running them."""

    def __init__(self, root: Path, workers: int, use: Callable[[CollectedSession], None]) -> None:
        self._root, self._workers, self._use = root, workers, use
        self._tracer = Tracer(root)
        self._at_import: dict[str, set[str]] = {}
        """By test file the functions that run when it is imported; under the empty name, when what all share is."""

    def collect(self, tests: Sequence[str]) -> None:
        """Imports the domain and what tests share, and then the tests."""
        self._tracer.start()
        for folder, base in (("domain", "domain"), ("tests/kit", "."), *((test, ".") for test in tests)):
            for path in sorted((self._root / folder).rglob("[!_]*.py")):
                if not path.name.startswith("test_") and path.name != "conftest.py":
                    name = path.relative_to(self._root / base).with_suffix("")
                    importlib.import_module(".".join(name.parts))
        self._at_import[""] = self._tracer.stop()
        code = pytest.main([*OPTIONS, *QUIET, "--rootdir", str(self._root), *tests], plugins=[self])
        assert code == pytest.ExitCode.OK, code

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, object, object]:
        """Notes what the import of a test file runs."""
        if not isinstance(collector, pytest.Module):
            return (yield)
        self._tracer.start()
        try:
            return (yield)
        finally:
            self._at_import[collector.path.relative_to(self._root).as_posix()] = self._tracer.stop()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's own loop."""
        assert not session.testsfailed
        self._use(CollectedSession(self._root, session, self._workers, self._at_import))
        return True
