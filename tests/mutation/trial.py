"""One suite against one mutant, in a process that was forked before anything of Clio was imported.

This module must not import ``clio``: what it imports is in every trial before the mutant is.
"""

import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

PRELOADED = (
    "tests.mutation.trial",
    "cryptography.hazmat.primitives.asymmetric.ed25519",
    "google.protobuf.json_format",
    "google.protobuf.struct_pb2",
    "grpc.aio",
    "hypothesis.strategies",
    "msgspec",
    "pytest_asyncio.plugin",
    "sqlite3",
)
"""What nearly every suite imports and no mutant changes: imported once, before the trials are forked."""
MEMORY = 3 << 30
SECONDS_OF_A_TEST = 60
PYTEST = ("-q", "-x", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header")
PRELOADED_ON_PURPOSE = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
_SOURCE_ROOT = "domain/"


class MutatedModule(SourceFileLoader):
    """Loads a module from changed source. Its file stays the one in the tree, where its data files are found."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source, never the compiled file of the old one."""
        return self.source_to_code(self._source.encode(), self.get_filename(fullname))


class MutantFinder(MetaPathFinder):
    """Finds the one changed module before every other finder does."""

    def __init__(self, root: Path, path: str, source: str) -> None:
        parts = Path(path.removeprefix(_SOURCE_ROOT)).with_suffix("").parts
        self._is_package = parts[-1] == "__init__"
        self._name = ".".join(parts[:-1] if self._is_package else parts)
        self._loader = MutatedModule(self._name, str(root / path), source)
        self._folder = str((root / path).parent)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The changed module, by its own loader."""
        if fullname != self._name:
            return None
        folders = [self._folder] if self._is_package else None
        return importlib.util.spec_from_file_location(
            fullname, self._loader.path, loader=self._loader, submodule_search_locations=folders
        )


@dataclass(frozen=True)
class Trial:
    """A suite, as pytest takes it, for a tree at ``root`` whose file at ``path`` holds ``source`` instead."""

    root: Path
    path: str
    source: str
    suite: list[str]
    seconds: int
    """Processor time."""


class Patience:
    """Ends the process when one test, or the collection, takes far more processor time than any: it loops for ever."""

    @staticmethod
    def begin() -> None:
        """Starts the time of the collection, or of the next test."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_A_TEST)

    def pytest_runtest_logstart(self) -> None:
        """At every test."""
        self.begin()


def run_trial(trial: Trial, output: Path) -> None:
    """Runs the suite and ends the process with pytest's exit code; what pytest says goes to ``output``."""
    root = trial.root
    _bound(trial.seconds)
    os.chdir(root)
    assert not any(name == "clio" or name.startswith("clio.") for name in sys.modules)
    sys.meta_path.insert(0, MutantFinder(root, trial.path, trial.source))
    written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(written, 1)
    os.dup2(written, 2)
    Patience.begin()
    code = pytest.main([*PYTEST, *PRELOADED_ON_PURPOSE, "--rootdir", str(root), *trial.suite], plugins=[Patience()])
    sys.stdout.flush()
    os._exit(code)


def _bound(seconds: int) -> None:
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
