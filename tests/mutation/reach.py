"""Which functions of the domain each test runs: only a test that runs a function can notice a change of it."""

import hashlib
import json
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FrameType


@dataclass
class TestReach:
    """What one test runs; ``seconds`` is processor time."""

    __test__ = False

    seconds: float
    functions: set[str]


@dataclass
class Reach:
    """What the tests of one file run."""

    digest: str
    tests: dict[str, TestReach] = field(default_factory=dict)
    failed: str = ""
    """The test that failed without any mutant."""


class Tracer:
    """Collects the code that is entered. It asks for no lines, so that tests take little longer."""

    def __init__(self, root: Path) -> None:
        self._domain = f"{root}/domain/"
        self._entered: dict[int, CodeType] = {}

    def start(self) -> None:
        """From now on, in every thread."""
        self._entered = {}
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def stop(self) -> set[str]:
        """The functions of the domain that were entered."""
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]  # None is what stops it
        return {key_of(code) for code in list(self._entered.values()) if code.co_filename.startswith(self._domain)}

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        self._entered[id(code)] = code


class Stopwatch:
    """Processor time of this process."""

    def __init__(self) -> None:
        self._start = time.process_time()

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.process_time() - self._start


def key_of(code: CodeType) -> str:
    """A function's name in a reach: lines do not change with a mutant."""
    return f"{code.co_filename.rpartition('/domain/')[2]}:{code.co_firstlineno}:{code.co_qualname}"


def digest_of(root: Path, test: Path) -> str:
    """Changes with the test and with everything that it may run."""
    return hashlib.sha256(_sources(root) + test.read_bytes()).hexdigest()


_READ: dict[Path, bytes] = {}


def _sources(root: Path) -> bytes:
    if root not in _READ:
        folders = ("domain", "tests")
        files = sorted(path for folder in folders for path in (root / folder).rglob("*.py"))
        kept = (
            path.read_bytes() for path in files if not path.name.startswith("test_") and path.parent.name != "mutation"
        )
        _READ[root] = hashlib.sha256(b"\0".join(kept)).digest()
    return _READ[root]


def kept_reach(path: Path) -> dict[str, Reach]:
    """By test file: what an earlier run has measured."""
    if not path.exists():
        return {}
    return {
        file: Reach(
            kept["digest"],
            {name: TestReach(test["seconds"], set(test["functions"])) for name, test in kept["tests"].items()},
        )
        for file, kept in json.loads(path.read_text(encoding="utf-8")).items()
    }


def keep_reach(path: Path, measured: dict[str, Reach]) -> None:
    """Keeps it for the next run."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({file: asdict(reach) for file, reach in measured.items()}, default=sorted))
