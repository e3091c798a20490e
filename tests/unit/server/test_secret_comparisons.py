"""Tokens, keys and their hashes are compared in constant time, by construction."""

import ast
import re
from pathlib import Path

from tests.unit.repository.tree import ROOT

SECRET = re.compile(r"(?:^|_)(?:token|secret|hash|hashes|admin_token|token_hash|secret_hash|host_hash)$")
HARMLESS = {"page_token", "next_page_token"}


def secrets_compared(path: Path) -> list[int]:
    """The lines that compare something called like a secret with ``==``, ``!=`` or ``in``."""
    lines = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Compare):
            continue
        signs = any(isinstance(sign, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for sign in node.ops)
        if signs and any(map(is_secret, [node.left, *node.comparators])):
            lines.append(node.lineno)
    return lines


def is_secret(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return bool(SECRET.search(name)) and name not in HARMLESS


def test_no_secret_is_compared_with_an_operator() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("service", "domain")
        for path in (ROOT / folder).rglob("*.py")
        for line in secrets_compared(path)
    }
    assert found == set()


def test_such_a_comparison_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("if given == self.token_hash:\n    pass\nok = name == other\nbad = token in known\n")
    assert secrets_compared(file) == [1, 4]
