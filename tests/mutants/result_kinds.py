"""The result: scores, winners and the rule that decided, other than the rules count them."""

from collections.abc import Callable
from typing import Any

from tests.mutants.draft import Draft
from tests.mutants.kind import RESULT, Case, Kind
from tests.mutants.values import Path, has, put, value_at


def _having(path: Path) -> Callable[[Draft], list[Case]]:
    def cases(draft: Draft) -> list[Case]:
        end = draft.entries[-1]
        return [()] if end.type == "match.Finished" and has(end.public, path) else []

    return cases


def _changed(name: str, path: Path, change: Callable[[Any], Any], needs: Path | None = None) -> Kind:
    def apply(draft: Draft) -> None:
        public = draft.entries[-1].public
        put(public, path, change(value_at(public, path)))

    return Kind(f"result: {name}", RESULT, _having(needs or path), apply)


KINDS = (
    _changed("a point more", ("scores", 0, "total"), lambda total: total + 1),
    _changed("a point less", ("scores", 0, "total"), lambda total: total - 1),
    _changed("a line's points", ("scores", 0, "lines", 0, "points"), lambda points: points + 1),
    _changed("a line's rule", ("scores", 0, "lines", 0, "rule"), lambda rule: rule + "X"),
    _changed("a line's detail", ("scores", 0, "lines", 0, "detail"), lambda detail: detail + "x"),
    _changed("a line missing", ("scores", 0, "lines"), lambda lines: lines[:-1]),
    _changed("a line twice", ("scores", 0, "lines"), lambda lines: [*lines, lines[0]]),
    _changed("a seat's score missing", ("scores",), lambda scores: scores[1:], needs=("scores", 0)),
    _changed("a winner twice", ("winners",), lambda winners: [0, 0, *winners]),
    _changed("no winner", ("winners",), lambda winners: [] if winners else [0]),
    _changed("decided by another rule", ("decided_by",), lambda rule: rule + "X"),
)
