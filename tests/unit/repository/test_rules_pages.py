"""The rules pages say what the rulebooks say, and every rule that code names exists."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from clio.games.registry import BUILT_IN as GAMES
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.rejection import Rejection

ROOT = Path(__file__).parents[3]


def test_the_generated_pages_are_fresh() -> None:
    pages = _generator().pages()
    assert {page: page.read_text(encoding="utf-8") for page in pages} == pages, "run: make docs"
    kept = {page for folder in ("rules", "notation") for page in (ROOT / "docs" / folder).glob("*.md")}
    copies = {page for page in pages if page.is_relative_to(ROOT / "clients")}
    assert kept | {ROOT / "docs" / name for name in ("record.md", "methods.md")} == set(pages) - copies
    assert {page.name for page in copies} == {"verify_match.py", "known-tables.ts"}


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(generate)
    sys.path[:] = path
    return generate


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_notation_page_has_examples_of_every_move_and_they_can_be_read(name: str) -> None:
    game = GAMES[name]
    page = (ROOT / "docs" / "notation" / f"{name}.md").read_text(encoding="utf-8")
    rows = page.partition("|---|---|\n")[2].partition("\n\n")[0].splitlines()
    assert len(rows) == len(game.moves)
    for kind, row in zip(game.moves, rows, strict=True):
        examples = re.findall("`([^`]+)`", row.split("|")[2])
        assert examples, row
        assert {type(game.parse_move(example)) for example in examples} == {kind}
    positions = re.findall(r"```text\n(.+)\n```", page)
    assert len(positions) > 1
    assert not [text for text in positions if isinstance(game.parse_position(text), Rejection)]


def test_the_appendix_of_the_record_has_every_field_of_every_event() -> None:
    appendix = (ROOT / "docs" / "record.md").read_text(encoding="utf-8").partition("## Appendix")[2]
    for game in GAMES.values():
        for event in game.events:
            section = appendix.partition(f"**`{game.name}.{event.__name__}`**")[2].partition("**`")[0]
            fields = set(event.__struct_fields__) - {"clock", "move"}
            assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == fields, event.__name__
            sealed = set(re.findall(r"^\| `(\w+)` \|.*\*sealed\*", section, re.MULTILINE))
            assert sealed == set(event.SEALED), event.__name__


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
