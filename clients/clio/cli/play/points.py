"""Points as they stand or ended: a table by rule, and the details of every line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clio.cli.i18n.translate import t
from clio.cli.text.message_text import Names, seat_name
from clio.cli.text.score_text import detail_in_words
from clio.v1.game_pb2 import Rule
from clio.v1.outcome_pb2 import SeatScore

_MAX_NAME: Final = 10
_BETWEEN: Final = 2
_MIN_TITLE: Final = 8

Rules = Mapping[str, Rule]


def points_table(scores: Sequence[SeatScore], names: Names, rules: Rules, width: int) -> list[str]:
    """A heading with the names, a line for each rule that gave points, and the totals."""
    if not scores:
        return []
    found = dict.fromkeys(line.rule for score in scores for line in score.lines if line.points)
    rows = [[_title(rule, rules), *(_points(score, rule) for score in scores)] for rule in found]
    rows.append([t("total"), *(str(score.total) for score in scores)])
    heads = [_name(score.seat, names) for score in scores]
    columns = [max(len(head), *(len(row[at]) for row in rows)) for at, head in enumerate(heads, start=1)]
    first = max(len(row[0]) for row in rows)
    gap = _BETWEEN if first + sum(columns) + _BETWEEN * len(columns) <= width else 1
    first = min(first, max(width - sum(columns) - gap * len(columns), _MIN_TITLE))
    widths = [first, *(column + gap for column in columns)]
    return [_row(["", *heads], widths), *(_row(row, widths) for row in rows)]


def point_details(scores: Sequence[SeatScore], names: Names) -> Iterator[tuple[str, str]]:
    """Each seat's lines with points: how many, and what for."""
    for score in scores:
        for line in score.lines:
            detail = detail_in_words(line)
            if detail and line.points:
                yield f"{_name(score.seat, names)} {line.points:+}", detail


def _points(score: SeatScore, rule: str) -> str:
    return str(sum(line.points for line in score.lines if line.rule == rule))


def _title(rule: str, rules: Rules) -> str:
    return t(rules[rule].title) if rule in rules else rule


def _name(seat: int, names: Names) -> str:
    name = names.get(seat)
    return f"{name:.{_MAX_NAME}}" if name and list(names.values()).count(name) == 1 else seat_name(seat, names)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    title = first if len(first) <= widths[0] else f"{first[: widths[0] - 1]}…"
    return f"{title:<{widths[0]}}" + "".join(f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
