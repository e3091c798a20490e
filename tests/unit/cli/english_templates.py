"""Sentences that other layers fill in English, as the templates that the catalog translates them by."""

import ast
from collections.abc import Iterator

from tests.unit.repository.tree import ROOT

EXCLUDED = {"verify_match", "report_page"}
"""A program of its own, and a page whose words are said through its caller."""
SOURCES = (
    *sorted((ROOT / "domain" / "clio" / "kernel" / "record_format").glob("*.py")),
    ROOT / "domain" / "clio" / "kernel" / "match" / "draw_checker.py",
    ROOT / "domain" / "clio" / "kernel" / "integrity" / "draw_table_validation.py",
    *(file for file in sorted((ROOT / "clients" / "clio" / "verify").glob("*.py")) if file.stem not in EXCLUDED),
)
"""Where every sentence reaches a user: details of scores, and what verifying finds."""
RAISING = {
    "SettingsError": ROOT / "service",
    "CopyError": ROOT / "service",
}
"""Errors whose sentence the command line shows."""
PROGRAMMING = {"TypeError", "ValueError", "compile"}
"""Whose words are for developers."""


def english_templates() -> Iterator[str]:
    """All templates; gaps are numbered in the order of the sentence."""
    for file in SOURCES:
        tree = ast.parse(file.read_text())
        yield from (template for template in _templates(tree, _unread(tree)) if " " in template.strip())
    for error, folder in RAISING.items():
        for file in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == error:
                    yield from _templates(node, set())


def _unread(tree: ast.AST) -> set[int]:
    """What no user reads: docstrings, what only developers see, and what stands inside another sentence."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PROGRAMMING:
                found |= {id(inner) for inner in ast.walk(node)}
    return found


def _templates(tree: ast.AST, passed_over: set[int]) -> Iterator[str]:
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            yield f"{node.left.value}{{0}}"
            passed_over.add(id(node.left))
        elif isinstance(node, ast.JoinedStr):
            yield _numbered(node)
            passed_over |= {id(part) for part in node.values}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _numbered(sentence: ast.JoinedStr) -> str:
    gap = 0
    text = ""
    for part in sentence.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        else:
            text += f"{{{gap}}}"
            gap += 1
    return text
