"""The mutation tester itself: what it changes, and that its list of equivalents is true."""

import ast
from pathlib import Path

from tests.mutation.__main__ import all_mutants, equivalents, sample
from tests.mutation.mutant import mutants_of
from tests.mutation.suites import ROOT, suites_for

SOURCE = '''"""Docstring with 1 < 2."""
LIMIT: Final = 3


def f(a: int = 4, *items: "1 < 2") -> bool:
    """Not 5."""
    if a < LIMIT and not items:
        return a + 1 in items
    return [x for x in items if x] is None
'''


def test_operators_conditions_and_numbers_are_changed_but_no_annotation_and_no_docstring(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(SOURCE)
    changed = [mutant.after.strip() for mutant in mutants_of(tmp_path, tmp_path / "module.py")]
    assert changed == [
        "LIMIT: Final = 4",
        'def f(a: int = 5, *items: "1 < 2") -> bool:',
        "if a <= LIMIT and not items:",
        "if a < LIMIT or not items:",
        "if a < LIMIT and items:",
        "return a - 1 in items",
        "return a + 2 in items",
        "return a + 1 not in items",
        "return [x for x in items if not (x)] is None",
        "return [x for x in items if x] is not None",
    ]


def test_a_mutant_differs_in_one_line_and_is_still_python() -> None:
    for mutant in sample(3, 40):
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        after = mutant.applied(source)
        ast.parse(after)
        pairs = zip(source.splitlines(), after.splitlines(), strict=True)
        assert sum(old != new for old, new in pairs) == 1


def test_a_sample_follows_from_its_seed() -> None:
    assert sample(7, 20) == sample(7, 20)
    assert sample(7, 20) != sample(8, 20)
    assert len({mutant.path for mutant in sample(7, 60)}) > 15


def test_every_equivalent_is_a_mutant_of_the_sources_and_has_its_reason() -> None:
    names = {mutant.name for mutant in all_mutants()}
    assert [name for name in equivalents() if name not in names] == []
    assert all(len(reason) > 20 for reason in equivalents().values())


def test_the_tests_that_may_kill_a_mutant_exist() -> None:
    for path in {mutant.path for mutant in all_mutants()}:
        assert all((ROOT / test).exists() for suite in suites_for(path) for test in suite), path
