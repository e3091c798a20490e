"""Mutants of a module: one small change each, made in the source text so that everything else stays as it is."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"),
    ast.RShift: (">>", "<<"),
}


_NOT_RUN = frozenset({"annotation", "returns", "decorator_list", "bases", "keywords"})
_WITHOUT_EFFECT = frozenset({"strict", "maxsize", "gc"})
"""Arguments that only assert, bound a cache or tune the collector: no test can notice them."""


@dataclass(frozen=True)
class Mutant:
    """A change within one line of a file. ``line`` is the text of its line, which outlives changes elsewhere."""

    path: str
    number: int
    line: str
    start: int
    end: int
    new: str

    @property
    def name(self) -> str:
        """The mutant in one line, as equivalents and reports name it."""
        return f"{self.path}: {self.line.strip()} -> {self.after.strip()}"

    @property
    def after(self) -> str:
        """The line after the change."""
        return self.line[: self.start] + self.new + self.line[self.end :]

    def applied(self, source: str) -> str:
        """The source with the change."""
        lines = source.splitlines(keepends=True)
        assert lines[self.number - 1].rstrip("\n") == self.line
        lines[self.number - 1] = self.after + "\n"
        return "".join(lines)


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """Every mutant of a file, in the order of the source."""
    source = path.read_text(encoding="utf-8")
    name, lines = path.relative_to(root).as_posix(), source.splitlines()
    changes = sorted(set(_changes(ast.parse(source), lines)))
    return [Mutant(name, number, lines[number - 1], start, end, new) for number, start, end, new in changes]


Change = tuple[int, int, int, str]
"""Line, start, end and new text."""


def _changes(tree: ast.Module, lines: list[str]) -> Iterator[Change]:
    """Every change of the code. Annotations, docstrings and messages are left alone."""
    for node in _code(tree):
        match node:
            case ast.Compare() | ast.BinOp() | ast.BoolOp():
                yield from _other_operators(node, lines)
            case ast.UnaryOp(op=ast.Not()):
                start, end = _columns(lines, node.lineno, node.col_offset, node.col_offset + len("not "))
                yield node.lineno, start, end, ""
            case ast.Constant(value=bool()):
                yield _replaced(node, lines, str(not node.value))
            case ast.Constant(value=int(value)):
                yield _replaced(node, lines, str(value + 1))
            case ast.If() | ast.IfExp() | ast.While():
                yield from _negated(node.test, lines)
            case ast.comprehension():
                for condition in node.ifs:
                    yield from _negated(condition, lines)


def _other_operators(node: ast.Compare | ast.BinOp | ast.BoolOp, lines: list[str]) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            yield from _between(left, right, lines, COMPARISONS.get(type(operator)))
    elif isinstance(node, ast.BinOp):
        yield from _between(node.left, node.right, lines, OPERATORS.get(type(node.op)))
    else:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from _between(left, right, lines, words)


def _code(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that are run, without annotations, formatted texts and arguments that change no result."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field, value in ast.iter_fields(node):
            if isinstance(node, ast.JoinedStr) or (field in _NOT_RUN and not isinstance(node, ast.Call)):
                continue
            if isinstance(node, ast.keyword) and node.arg in _WITHOUT_EFFECT:
                continue
            waiting += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)]


def _between(left: ast.expr, right: ast.expr, lines: list[str], words: tuple[str, str] | None) -> Iterator[Change]:
    """The change of an operator: on the line where its left side ends, or where its right side begins."""
    if words is None or left.end_lineno is None or left.end_col_offset is None:
        return
    number = right.lineno
    start, end = _columns(lines, number, left.end_col_offset if left.end_lineno == number else 0, right.col_offset)
    place = lines[number - 1].find(words[0], start, end)
    if place >= 0:
        yield number, place, place + len(words[0]), words[1]


def _negated(condition: ast.expr, lines: list[str]) -> Iterator[Change]:
    is_changed_already = isinstance(condition, ast.Compare | ast.BoolOp) or (
        isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
    )
    if is_changed_already or condition.end_col_offset is None:
        return
    if condition.lineno == condition.end_lineno:
        start, end = _columns(lines, condition.lineno, condition.col_offset, condition.end_col_offset)
        yield condition.lineno, start, end, f"not ({lines[condition.lineno - 1][start:end]})"


def _replaced(node: ast.Constant, lines: list[str], new: str) -> Change:
    return node.lineno, *_columns(lines, node.lineno, node.col_offset, node.end_col_offset or 0), new


def _columns(lines: list[str], number: int, start: int, end: int) -> tuple[int, int]:
    """Columns of characters: the syntax tree counts bytes."""
    raw = lines[number - 1].encode()
    return len(raw[:start].decode()), len(raw[:end].decode())
