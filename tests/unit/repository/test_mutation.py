"""The mutation tester itself: what it changes, and that its list of equivalents is true."""

import ast
import os
import signal
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import pytest

from tests.mutation.__main__ import all_mutants, equivalents, sample
from tests.mutation.changed_code import OutsideFunctionsError, changed_functions, put_in
from tests.mutation.forks import Say, forked
from tests.mutation.mutant import mutants_of
from tests.mutation.suites import NEAR, NOT_OF_THE_DOMAIN, ROOT, far_suites, near_suites

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


def test_a_mutant_meets_every_unit_property_and_contract_test() -> None:
    folders = {file.parent.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("test_*.py")}
    kinds = ("tests/unit/", "tests/property/", "tests/contract")
    due = {folder for folder in folders if folder.startswith(kinds) and Path(folder).name not in NOT_OF_THE_DOMAIN}
    assert set(NEAR) <= due
    for path in {mutant.path for mutant in all_mutants()}:
        suites = [*near_suites(path), *far_suites(path)]
        assert all((ROOT / test).exists() for suite in suites for test in suite.tests), path
        assert {test for suite in suites for test in suite.tests if (ROOT / test).is_dir()} == due, path


def test_an_operator_at_the_start_of_a_line_is_changed(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("x = (\n    a\n    or b\n    < c\n)\n")
    changed = [mutant.after.strip() for mutant in mutants_of(tmp_path, tmp_path / "module.py")]
    assert changed == ["and b", "<= c"]


BEFORE = """
LIMIT = 3
def outer(number, most=LIMIT):
    return [each for each in range(number) if each < most]
class Holder:
    def method(self):
        return (lambda: 1)()
"""


def _functions(source: str) -> tuple[Callable[..., list[int]], Callable[..., int], list[FunctionType]]:
    names: dict[str, object] = {}
    exec(compile(source, "module.py", "exec"), names)  # noqa: S102 (the source above)
    outer, method = names["outer"], vars(names["Holder"])["method"]
    assert isinstance(outer, FunctionType)
    assert isinstance(method, FunctionType)
    return outer, method, [outer, method]


def test_a_change_within_a_function_reaches_functions_that_exist() -> None:
    outer, method, functions = _functions(BEFORE)
    assert put_in(changed_functions(BEFORE, BEFORE.replace("each < most", "each <= most"), "module.py"), functions)
    assert outer(9) == [0, 1, 2, 3]
    assert put_in(changed_functions(BEFORE, BEFORE.replace("lambda: 1", "lambda: 2"), "module.py"), functions)
    assert method(None) == 2
    assert not put_in(changed_functions(BEFORE, BEFORE.replace("lambda: 1", "lambda: 2"), "module.py"), [])


@pytest.mark.parametrize(("old", "new"), [("LIMIT = 3", "LIMIT = 4"), ("most=LIMIT", "most=1 + LIMIT")])
def test_a_change_outside_of_functions_needs_an_import(old: str, new: str) -> None:
    with pytest.raises(OutsideFunctionsError):
        changed_functions(BEFORE, BEFORE.replace(old, new), "module.py")


def test_a_process_says_its_last_answer_and_how_it_ended() -> None:
    def work(task: str, say: Say[str]) -> None:
        if task == "silent":
            return
        say(f"{task} begins")
        if task == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        say(f"{task} ends")

    found = {task: (said, ended) for task, said, ended in forked(["usual", "killed", "silent"], 2, work)}
    assert found == {"usual": ("usual ends", 0), "killed": ("killed begins", signal.SIGKILL), "silent": (None, 0)}
