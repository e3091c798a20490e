"""Finds retired words in file names, identifiers and prose: ``python -m tests.unit.repository.retired_words``.

docs/glossary.md lists the words that Clio gives a meaning of its own. The words here were private metaphors for things
that have a conventional name; the name to use stands beside each.
"""

import fnmatch
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.unit.repository.tree import files

RETIRED: Final = {
    "door doors": "interceptor, method, endpoint",
    "vestibule": "handler registry",
    "cloak cloaked": "view cipher, encryption",
    "shelf shelves": "generation store",
    "mender menders": "gap filler",
    "stretch stretches": "page, range",
    "observatory": "telemetry",
    "retold retell": "translate",
    "vitals": "health",
    "seeing": "observability",
    "sight sights": "viewpoint, view",
    "looking": "view, read",
    "workbench": "projection context",
    "lineage lineages": "projection generations",
    "carrier carriers": "live stream",
    "desk desks": "controller",
    "reel reels": "event source",
    "artist artists": "board renderer",
    "roster rosters": "registry",
    "chooser choosers": "bot",
    "imagined": "determinization",
    "insight insights": "search model",
    "ambition ambitions": "goal value",
    "heard": "seen",
    "poison poisoned": "failing event",
    "tally tallies": "histogram, count",
    "onslaught": "flood, load",
    "assault assaults": "attack",
    "inventor inventors": "generator",
    "ledger ledgers": "acknowledgements, log",
    "whoever": "anyone who, the caller",
    "anew": "again",
}
RETIRED_FIRST_WORDS: Final = {"usual": "fast_path", "told": "what it holds", "most": "max"}
"""Retired as the first word of an identifier of several words."""
RETIRED_PHRASES: Final = {
    "KeyRing": "ApiKeyCache, SigningKeys",
    "StoreDraft": "ViewTransaction",
    "HeardRequests": "SeenRequests",
    "ClioClient": "clio.client.Client",
    "clients.sdk": "clio.client",
    "side_door": "builtin_services",
    "demand_words": "check_length",
    "See the contract": "say what it does, or nothing",
    "none that there is": "invalid",
}

ALLOWED: Final = {
    ("CHANGELOG.md", "*"): "says what earlier releases said",
    ("tests/unit/repository/retired_words.py", "*"): "this list",
    ("tests/unit/repository/test_retired_words.py", "*"): "tries the list",
    ("domain/clio/*/rulebook.json", "whoever"): "a rule speaks of any player, in the words of a rulebook",
    ("domain/clio/*/rulebook.json", "anew"): "as above",
    ("docs/rules/*.md", "whoever"): "generated from the rulebooks",
    ("docs/rules/*.md", "anew"): "generated from the rulebooks",
    ("tests/golden/screens/*.txt", "whoever"): "the help shows rules",
    ("clients/clio/cli/i18n/locale/*", "whoever"): "translates the rulebooks",
    ("clients/clio/cli/i18n/locale/*", "anew"): "translates the rulebooks",
    ("LICENSE", "*"): "not ours to edit",
    ("bench/peers/boardgameio/package-lock.json", "*"): "written by npm",
    ("clients/*/package-lock.json", "*"): "written by npm",
    ("requirements*.txt", "*"): "names of packages",
    ("proto/clio/v1/*_pb2*", "*"): "generated from the .proto files",
    ("clients/web/src/i18n/es-games.json", "*"): "generated from the catalogs; rules keep their sentences",
    ("tests/golden/screens/*", "whoever"): "screens show the sentences of the rules",
    ("service/clio/server/http/web/*", "*"): "generated from clients/web/",
}

_SUPERLATIVES: Final = {"common", "recent"}
"""``most_common`` is the standard library's, ``most_recent`` is plain English."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS: Final = {word: better for words, better in RETIRED.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Finding:
    """One retired word where it stands; line 0 is the file's own name."""

    path: str
    line: int
    word: str
    better: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word} -> {self.better}"


def findings(path: str, text: str) -> Iterator[Finding]:
    """Every retired word in a file's name and in its text."""
    for number, line in enumerate((path, *text.splitlines())):
        for word, better in _in_line(line):
            if not any(fnmatch.fnmatch(path, glob) and fnmatch.fnmatch(word, kind) for glob, kind in ALLOWED):
                yield Finding(path, number, word, better)


def _in_line(line: str) -> Iterator[tuple[str, str]]:
    for phrase, better in RETIRED_PHRASES.items():
        if phrase in line:
            yield phrase, better
    for name in _NAME.findall(line):
        words = [part.lower() for part in _PART.findall(name)]
        for word in words:
            if word in _WORDS:
                yield word, _WORDS[word]
        if len(words) > 1 and words[0] in RETIRED_FIRST_WORDS and words[1] not in _SUPERLATIVES:
            yield f"{words[0]}_…", RETIRED_FIRST_WORDS[words[0]]


def findings_of_tree(root: Path) -> Iterator[Finding]:
    """Every retired word of a repository."""
    for file in files(root):
        content = file.read_bytes()
        text = "" if b"\0" in content else content.decode()
        yield from findings(file.relative_to(root).as_posix(), text)


def main() -> None:
    """Prints the findings of the repository that is named, or of this one."""
    root = Path(*sys.argv[1:2]).resolve()
    for finding in findings_of_tree(root):
        sys.stdout.write(f"{finding}\n")


if __name__ == "__main__":
    main()
