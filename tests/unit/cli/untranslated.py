"""Words that the command line shows without asking the catalog."""

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.unit.cli.messages import KEYWORDS, called
from tests.unit.repository.tree import ROOT

PROSE: Final = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}")
WORD: Final = re.compile(r"[A-Za-z]{2,}")
BESIDE_A_GAP: Final = re.compile(r"(?:^|[ (])[a-z]{2,}[,;:.]?$|[a-z]{2,}[,;:.]? $|^[,;:]? [a-z]{2,}")
SHOWING: Final = {
    *("line", "aside", "echo", "write", "print", "put", "update", "add_column", "add_row"),
    *("Table", "Bar", "Chart", "BadParameter", "Line", "Text"),
}
"""Functions whose words a user sees as they are."""
FOR_DEVELOPERS: Final = {"TypeError", "ValueError", "compile", "option", "argument", "command", "group"}
"""Functions whose words nobody sees, or whose help the test of all help covers."""

NO_MESSAGE: Final = (
    re.compile(r"^ *(clio\b|--[a-z]+ ?$)"),  # a command to type, or who speaks
    re.compile(r"^ *(\{\} )?(play|watch|list|replay) ?$|^pip install "),  # the rest of a command to type
    re.compile(r"^[a-z]+:(\{\},)*(\{\})?$"),  # a place on a board, as boards are marked
    re.compile(r"^ ?(on |bold|reverse)( |$)"),  # a style of the terminal
    re.compile(r"[<>=]|\{\s|;\}|;fill:|\[str|\||Callable\["),  # markup and types
    # Keys and settings inside what is shown.
    re.compile(
        r"^(error|file|outcome|fold|ignore|entrance|landslide|route|robber|site|last|seat|ud|ns|ew|[a-z]+_tile)$"
    ),
    re.compile(r"^ \{\} \{\}dr \{\}p$"),  # drachmas and points, the same in both languages
)


class Found(NamedTuple):
    """Words, and where they stand."""

    place: str
    words: str
    shown: bool
    """Whether they go straight to the user; what is only kept may be said through the catalog elsewhere."""


def untranslated(source: str, place: str = "") -> Iterator[Found]:
    """Prose that no ``t()`` surrounds, and single words where they are shown."""
    tree = ast.parse(source)
    passed_over = _said(tree)
    shown = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in SHOWING
        for argument in _shown(node)
        for inner in ast.walk(argument)
    }
    shown |= {
        id(branch)
        for node in ast.walk(tree)
        if isinstance(node, ast.IfExp) and id(node) not in passed_over
        for branch in (node.body, node.orelse)
    }
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.JoinedStr):
            pieces = [part.value for part in node.values if isinstance(part, ast.Constant)]
            passed_over |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
            words = "{}".join(map(str, pieces))
            if any(_is_prose(str(piece)) for piece in pieces) or (id(node) in shown and WORD.search(words)):
                yield Found(f"{place}:{node.lineno}", words, id(node) in shown)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (PROSE.search(node.value) or (id(node) in shown and WORD.search(node.value)))
        ):
            yield Found(f"{place}:{node.lineno}", node.value, id(node) in shown)


def _shown(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _is_prose(piece: str) -> bool:
    return bool(PROSE.search(piece) or BESIDE_A_GAP.search(piece))


def _said(tree: ast.AST) -> set[int]:
    """What is said through the catalog, or is no message at all: docstrings, help, keys of mappings."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        elif isinstance(node, ast.Call) and called(node) in {*KEYWORDS, *FOR_DEVELOPERS}:
            arguments = node.args[: len(KEYWORDS[called(node)] or (1,))] if called(node) in KEYWORDS else [node]
            found |= {id(inner) for argument in arguments for inner in ast.walk(argument)}
        elif isinstance(node, ast.Subscript):
            found |= {id(inner) for inner in ast.walk(node.slice)}
    return found


def in_the_command_line() -> Iterator[Found]:
    """All of them in the client's source, but for what is no message."""
    for file in sorted((ROOT / "clients" / "clio" / "cli").rglob("*.py")):
        for found in untranslated(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT))):
            if not any(pattern.search(found.words) for pattern in NO_MESSAGE):
                yield found
