"""A short form of ``make mutation``: the mutants of a few lines, and the proof that a survivor is found."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutation.__main__ import all_mutants, equivalents
from tests.mutation.mutant import Mutant
from tests.mutation.runner import ROOT, judged
from tests.mutation.suites import near_suites

LINES = (
    '"far-portage": _temples(lambda temple: (temple.portages or 0) > 1),',
    "west = max(west, spread.columns[icons - 1])",
    "return viewpoint in (EVERYTHING, event.owner)",
)
"""Lines whose mutants once survived: a goal at exactly two portages, icons in the west, redaction for the owner."""


def test_mutants_that_once_survived_are_killed() -> None:
    listed = equivalents()
    chosen = [mutant for mutant in all_mutants() if mutant.line.strip() in LINES and mutant.name not in listed]
    assert {mutant.line.strip() for mutant in chosen} == set(LINES)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda mutant: judged(mutant, near_suites(mutant.path)), chosen))
    assert [result.mutant.name for result in results if not result.is_killed] == []


def test_a_change_without_effect_survives() -> None:
    """The tree passes the tests by itself: what kills a mutant is its change."""
    path = "domain/clio/games/akros/scoring.py"
    line = (ROOT / path).read_text(encoding="utf-8").partition("\n")[0]
    assert not judged(Mutant(path, 1, line, 0, 0, ""), near_suites(path)).is_killed


FORKED = """
import sys
from pathlib import Path
from tests.mutation.mutant import Mutant, mutants_of
from tests.mutation.runner import ROOT
from tests.mutation.session import Collecting

path = ROOT / "domain/clio/games/akros/scoring.py"
line = path.read_text().splitlines()[54]
same = Mutant("domain/clio/games/akros/scoring.py", 55, line, len(line), len(line), "  # the same")
mutants = [each for each in mutants_of(ROOT, path) if each.after.strip() in (
    "winner = JINN if jinn >= ifrit else IFRIT",
    "return sum(2 + height for height in _heights(state, side, environment))",
)]

def use(session):
    assert session.measure(Path(sys.argv[1])) == []
    for result in session.tried([*mutants, same]):
        print(result.mutant.after.strip(), "|", result.by, "|", *result.again)

Collecting(ROOT, 1, use).collect(["tests/unit/akros/test_scoring.py"])
"""


def test_a_forked_session_finds_what_a_change_breaks_and_nothing_else(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORKED, tmp_path / "reach.json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = [line.split(" | ") for line in ran.stdout.splitlines() if " | " in line]
    assert len(lines) == 3, ran.stdout + ran.stderr
    for change, by, *_ in lines:
        assert by.startswith("tests/unit/akros/test_scoring.py::") != change.endswith("# the same"), change
    assert (tmp_path / "reach.json").exists()
