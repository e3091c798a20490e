import ast
import re
from pathlib import Path

from clio.games.akros.game import GAME

HERE = Path(__file__).parent


def _claimed() -> set[str]:
    functions = (
        node
        for file in HERE.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    return {rule for function in functions for rule in (ast.get_docstring(function) or "").split()}


def test_every_rule_has_a_test_that_claims_it() -> None:
    assert _claimed() == {rule.id for rule in GAME.rulebook.rules}


def test_every_rule_that_the_code_names_is_in_the_rulebook() -> None:
    package = HERE.parents[2] / "domain" / "clio" / "games" / "akros"
    named = {rule for file in package.glob("*.py") for rule in re.findall(r"AKS-[A-Z-]+", file.read_text("utf-8"))}
    assert named
    assert named <= {rule.id for rule in GAME.rulebook.rules}


def test_every_ruling_and_reconstruction_gives_its_reason() -> None:
    assert all(rule.ruling for rule in GAME.rulebook.rules if rule.source in {"ruling", "reconstruction"})
