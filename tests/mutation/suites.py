"""The tests that may kill a mutant, those nearest to its module first."""

from dataclasses import dataclass
from pathlib import Path

from clio.games.registry import GAMES

ROOT = Path(__file__).parents[2]
GAMES_FOLDER = "domain/clio/games/"
NOT_OF_THE_DOMAIN = frozenset({"bench", "repository", "web"})
"""Unit tests of texts, tools and pages: they read the sources, and run nothing of them."""
KERNEL = ("tests/unit/kernel", "tests/unit/games", "tests/property/kernel")
NEAR = (*(f"tests/unit/{game}" for game in sorted(GAMES)), *KERNEL)
"""The unit tests of the domain itself, which kill nearly all mutants."""


@dataclass(frozen=True)
class Suite:
    """Tests that run in one process."""

    tests: list[str]


def near_suites(path: str) -> list[Suite]:
    """The tests of a module by its name, and the unit tests of its package."""
    game = _game(path)
    folders = [f"tests/unit/{game}"] if game else list(KERNEL)
    found = sorted(test for folder in folders for test in (ROOT / folder).glob(f"test_{Path(path).stem}*.py"))
    named_alike = [Suite([test.relative_to(ROOT).as_posix() for test in found])] if found else []
    return [*named_alike, Suite(folders)]


def far_suites(path: str) -> list[Suite]:
    """All other unit, property and contract tests; those of the module's game first."""
    game = _game(path)
    tests = [f"tests/property/{game}", "tests/contract"] if game else ["tests/contract", "tests/property/verify"]
    near = set(near_suites(path)[-1].tests)
    rest = [test for test in _everything() if test not in near and test not in tests]
    return [Suite(tests), Suite(rest)]


def _everything() -> list[str]:
    folders = [folder for root in ("unit", "property") for folder in sorted((ROOT / "tests" / root).iterdir())]
    with_tests = [
        folder for folder in folders if folder.name not in NOT_OF_THE_DOMAIN and any(folder.glob("test_*.py"))
    ]
    return [*(folder.relative_to(ROOT).as_posix() for folder in with_tests), "tests/contract"]


def _game(path: str) -> str:
    name = path.removeprefix(GAMES_FOLDER).partition("/")[0] if path.startswith(GAMES_FOLDER) else ""
    return name if name in GAMES else ""
