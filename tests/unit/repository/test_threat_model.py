"""Each claim of the threat model names a test that exists."""

import ast
import re
from functools import cache

from tests.unit.repository.tree import ROOT

PAGE = (ROOT / "THREAT_MODEL.md").read_text(encoding="utf-8")
CLAIM = re.compile(r"^\| (?!tries to \||-)[^|]+ \| [^|]+ \| ([^|]*) \|$", re.MULTILINE)
POINTER = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@cache
def _tests(path: str) -> frozenset[str]:
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, functions))


def test_every_claim_points_to_a_test() -> None:
    claims = CLAIM.findall(PAGE)
    assert len(claims) > 40
    assert [claim for claim in claims if not POINTER.fullmatch(claim)] == []


def test_every_test_that_is_pointed_to_exists() -> None:
    pointers = POINTER.findall(PAGE)
    assert [f"{path}::{name}" for path, name in pointers if name not in _tests(path)] == []


def test_every_attacker_says_what_is_not_stopped() -> None:
    attackers = PAGE.split("\n## ")[2:]
    assert [section.splitlines()[0] for section in attackers if "\nNot stopped: " not in section] == []
