"""The rules pages say what the rulebooks say, and every rule that code names exists."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from clio.games.registry import GAMES
from clio.kernel.match.referee import KERNEL_RULES

ROOT = Path(__file__).parents[3]


def test_the_rules_pages_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(generate)
    sys.path[:] = path
    pages = generate.pages()
    assert {page: page.read_text(encoding="utf-8") for page in pages} == pages, "run: make docs"
    assert set((ROOT / "docs" / "rules").glob("*.md")) == set(pages)


def test_every_rule_id_in_the_code_is_in_a_rulebook() -> None:
    books = [KERNEL_RULES, *(game.rulebook for game in GAMES.values())]
    known = {rule.id for book in books for rule in book.rules}
    prefixes = "|".join(book.prefix for book in books)
    named = {
        found
        for path in (ROOT / "domain").rglob("*.py")
        for found in re.findall(rf'"((?:{prefixes})-[A-Z0-9-]+)"', path.read_text(encoding="utf-8"))
    }
    assert named - known == set()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_says_where_it_comes_from(name: str) -> None:
    for rule in GAMES[name].rulebook.rules:
        assert rule.source != "rulebook" or rule.reference, f"{rule.id}: where does the rulebook say so?"
        assert rule.source not in ("ruling", "reconstruction") or rule.ruling, f"{rule.id}: why?"
        assert rule.source != "published" or rule.ruling or rule.reference, rule.id
        assert rule.source != "service" or not rule.reference, rule.id
