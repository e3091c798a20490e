"""A short form of ``make mutation``: the mutants of a few lines, and the proof that a survivor is found."""

from tests.mutation.__main__ import all_mutants
from tests.mutation.mutant import Mutant
from tests.mutation.runner import ROOT, judged, run

LINES = (
    '"far-portage": _temples(lambda temple: (temple.portages or 0) > 1),',
    "west = max(west, spread.columns[icons - 1])",
    "return viewpoint in (EVERYTHING, event.owner)",
)
"""Lines whose mutants once survived: a goal at exactly two portages, icons in the west, redaction for the owner."""


def test_mutants_that_once_survived_are_killed() -> None:
    chosen = [mutant for mutant in all_mutants() if mutant.line.strip() in LINES and "or 1)" not in mutant.after]
    assert {mutant.line.strip() for mutant in chosen} == set(LINES)
    results = run(chosen, 2, lambda _: None, near=True)
    assert [result.mutant.name for result in results if not result.is_killed] == []


def test_a_change_without_effect_survives() -> None:
    """The copy of the domain passes the tests by itself: what kills a mutant is its change."""
    path = "domain/clio/games/akros/scoring.py"
    line = (ROOT / path).read_text(encoding="utf-8").partition("\n")[0]
    assert not judged(Mutant(path, 1, line, 0, 0, ""), near=True).is_killed
