"""A game's statistics as charts."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.chart import Bar, Chart
from clio.v1.statistics_service_pb2 import Bin, Distribution, GetStatisticsResponse, SeatStatistics

MAX_BARS: Final = 12
_SECOND: Final = 1000.0


def charts_of(statistics: GetStatisticsResponse) -> list[Chart]:
    """All charts that have data."""
    return [chart for chart in _all(statistics) if chart.bars]


def _all(statistics: GetStatisticsResponse) -> Iterator[Chart]:
    yield _spread(t("Length in moves"), statistics.moves)
    yield _spread(t("Duration in seconds"), statistics.duration_millis, _SECOND)
    yield _spread(t("Legal moves per turn (branching factor)"), statistics.branching)
    yield _spread(t("Points per player"), statistics.scores)
    yield _wins(t("Won by seat"), [(_seat(seat), seat.won, seat.played) for seat in statistics.seats])
    yield _wins(t("Won by side"), [(t(side.side), side.won, side.played) for side in statistics.sides])
    for kind, uses in groupby(statistics.uses, key=lambda use: use.kind):
        bars = [
            Bar(
                t(use.component),
                use.times,
                filled(
                    "{number} x {mean}, {share} won",
                    number=use.times,
                    mean=_mean(use.amount, use.times),
                    share=_percent(use.won, use.hands),
                ),
            )
            for use in uses
        ]
        yield Chart(filled("Used: {kind}", kind=t(kind)), bars)
    yield Chart(
        t("Points by rule"),
        [
            Bar(
                rule.rule,
                rule.points / rule.lines if rule.lines else 0.0,
                filled(
                    "{mean} per player, scored by {share}",
                    mean=_mean(rule.points, rule.lines),
                    share=_percent(rule.scoring, rule.lines),
                ),
            )
            for rule in statistics.rules
        ],
    )
    yield Chart(t("Decided by"), [Bar(rule.rule, rule.matches, str(rule.matches)) for rule in statistics.decisions])
    yield _controls(statistics)
    yield Chart(
        t("Options"),
        [Bar(f"{option.option}={option.value}", option.matches, str(option.matches)) for option in statistics.options],
    )


def _controls(statistics: GetStatisticsResponse) -> Chart:
    """Matches by time control, with how long they took and how many were decided by it."""
    bars = [
        Bar(
            control.clock,
            control.finished,
            "; ".join(
                (
                    counted("{number} match", "{number} matches", control.finished),
                    filled("{share} out of time", share=_percent(control.timed_out, control.finished)),
                    filled("{mean} s on average", mean=_fraction(control.duration_millis.mean / _SECOND)),
                )
            ),
        )
        for control in statistics.controls
    ]
    return Chart(t("Matches by time control"), bars)


def _spread(title: str, spread: Distribution, unit: float = 1.0) -> Chart:
    if not spread.count:
        return Chart(title, [])
    shown = _number if unit == 1.0 else _fraction
    note = filled(
        "mean {mean}, median {median}, {low} to {high}",
        mean=_fraction(spread.mean / unit),
        # The median is known to the width of its bin only.
        median=shown(min(max(spread.median, spread.min), spread.max) / unit),
        low=shown(spread.min / unit),
        high=shown(spread.max / unit),
    )
    bars = [
        Bar(
            shown(low / unit)
            if low == high
            else filled("{low} to {high}", low=shown(low / unit), high=shown(high / unit)),
            count,
            f"{count} ({_percent(count, spread.count)})",
        )
        for low, high, count in rebinned(spread.bins)
    ]
    return Chart(title, bars, note)


def rebinned(bins: Sequence[Bin], most: int = MAX_BARS) -> list[tuple[int, int, int]]:
    """Merges bins into at most ``most`` of equal width: low, high and count of each.

    Few bins that are wider than one value stay as they are: splitting them would only show their edges.
    """
    if len(bins) <= most and any(each.high > each.low for each in bins):
        return [(each.low, each.high, each.count) for each in bins]
    if not bins:
        return []
    first, last = bins[0].low, bins[-1].high
    width = -(-(last - first + 1) // most)
    gathered = [[low, min(low + width - 1, last), 0] for low in range(first, last + 1, width)]
    for each in bins:
        gathered[(each.low - first) // width][2] += each.count
    return [(low, high, count) for low, high, count in gathered]


def _wins(title: str, rows: Sequence[tuple[str, int, int]]) -> Chart:
    bars = [Bar(label, won / played if played else 0.0, _share(won, played)) for label, won, played in rows]
    return Chart(title, bars, full=1.0)


def _seat(seat: SeatStatistics) -> str:
    return filled("seat {seat} of {seats}", seat=seat.seat, seats=seat.seats)


def _share(won: int, played: int) -> str:
    return f"{_percent(won, played)}, " + filled("{number} of {all}", number=won, all=played)


def _mean(total: int, count: int) -> str:
    return _fraction(total / count) if count else "0"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def _number(value: float) -> str:
    return str(round(value))


def _fraction(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
