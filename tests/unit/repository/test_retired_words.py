"""The tree uses conventional words: no private metaphor comes back."""

import fnmatch

import pytest

from tests.unit.repository.retired_words import ALLOWED, findings, findings_of_tree
from tests.unit.repository.tree import ROOT, files


def test_no_retired_word_is_in_a_name_or_a_text() -> None:
    assert [str(finding) for finding in findings_of_tree(ROOT)] == []


@pytest.mark.parametrize(
    ("path", "text", "word"),
    [
        ("service/clio/server/vitals.py", "", "vitals"),
        ("a.py", "class SideDoor: ...", "door"),
        ("a.py", "the_reel = 1", "reel"),
        ("a.py", "XMLReel = 1", "reel"),
        ("a.py", "# Looking through the cache.", "looking"),
        ("a.md", "The door of every method.", "door"),
        ("a.py", "usual_moves = 1", "usual_…"),
        ("a.py", "MOST_BYTES = 1", "most_…"),
        ("a.py", "class KeyRing: ...", "KeyRing"),
        ("tests/fuzz/onslaught.py", "", "onslaught"),
        ("a.py", '"""See the contract."""', "See the contract"),
    ],
)
def test_a_retired_word_is_found(path: str, text: str, word: str) -> None:
    assert [finding.word for finding in findings(path, text)] == [word]


@pytest.mark.parametrize("text", ["outdoors", "counter.most_common()", "as usual", "at most three", "insightful"])
def test_other_words_that_hold_a_retired_one_are_not_found(text: str) -> None:
    assert list(findings("a.py", text)) == []


def test_every_exception_is_for_a_file_that_exists() -> None:
    paths = [file.relative_to(ROOT).as_posix() for file in files()]
    assert [glob for glob, _ in ALLOWED if not fnmatch.filter(paths, glob)] == []
