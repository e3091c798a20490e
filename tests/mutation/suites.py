"""The tests that may kill a mutant, those nearest to its module first."""

from pathlib import Path

from clio.games.registry import GAMES

ROOT = Path(__file__).parents[2]
GAMES_FOLDER = "domain/clio/games/"


def suites_for(path: str) -> list[list[str]]:
    """Lists of tests, tried one after the other until a test fails: unit, then property and contract tests."""
    game = path.removeprefix(GAMES_FOLDER).partition("/")[0] if path.startswith(GAMES_FOLDER) else ""
    if game in GAMES:
        return [
            *_named_alike(path, f"tests/unit/{game}"),
            [f"tests/unit/{game}", "tests/unit/kernel/test_rules_version.py"],
            [f"tests/property/{game}"],
            ["tests/contract", "tests/property/codec"],
        ]
    return [
        *_named_alike(path, "tests/unit/kernel"),
        ["tests/unit/kernel", "tests/property/kernel"],
        ["tests/unit/verify", "tests/unit/projections"],
        ["tests/contract", "tests/property/verify"],
    ]


def _named_alike(path: str, folder: str) -> list[list[str]]:
    """The tests of a module by its name, which most mutants do not survive."""
    found = sorted((ROOT / folder).glob(f"test_{Path(path).stem}*.py"))
    return [[test.relative_to(ROOT).as_posix() for test in found]] if found else []
