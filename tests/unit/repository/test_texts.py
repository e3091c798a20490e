import re

from tests.unit.repository.tree import files, texts

MACHINE_PATH = re.compile(r"(?<![\w.~$})])/(?:root|work|Users|home/[a-z]+)/|file:/{3}|[A-Z]:\\\\?Users")
CONFLICT = re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)
SAYS_NOTHING = re.compile(r"(?:^|_)(?:utils?|helpers?|common|misc|base|manager|stuff)$")


def test_no_text_names_a_path_of_somebodys_machine() -> None:
    assert [(str(path), found[0]) for path, text in texts() if (found := MACHINE_PATH.search(text))] == []


def test_no_text_holds_a_merge_conflict() -> None:
    assert [str(path) for path, text in texts() if CONFLICT.search(text)] == []


def test_every_text_ends_its_lines_the_same_way() -> None:
    assert [str(path) for path, text in texts() if "\r" in text or (text and not text.endswith("\n"))] == []


def test_every_name_says_what_is_inside() -> None:
    assert [
        str(file) for file in files() if SAYS_NOTHING.search(file.stem) or SAYS_NOTHING.search(file.parent.name)
    ] == []
