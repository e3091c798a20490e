"""The report: every target with its figure first, then all rows, then where they were taken, then plots."""

from collections.abc import Iterator, Mapping
from typing import Final

from bench.effort import FULL
from bench.plots import PLOTS
from bench.registry import MEASUREMENTS, ONLY_WHEN_NAMED, TITLES
from bench.results import Results
from bench.row import Row
from bench.targets import TARGETS, Target

_YES: Final = {True: "yes", False: "**no**", None: "not measured"}


def report(results: Results, remarks: Mapping[str, str], plots: Mapping[str, str]) -> str:
    """The whole page, in Markdown."""
    lines = ["# Measured", "", *_introduction(results), "", "## Targets", "", *targets_table(results), ""]
    lines += _remarks(results, remarks)
    for name in MEASUREMENTS:
        if name in results:
            lines += [f"## {TITLES[name]}", "", *_rows_table(results[name].rows), ""]
    lines += ["## Plots", ""]
    for name in plots:
        lines += [f"![{PLOTS[name][0]}](plots/{name}.svg)", ""]
    lines += ["## Where and when", "", *_surroundings(results), ""]
    return "\n".join(lines)


def _introduction(results: Results) -> Iterator[str]:
    yield "Written by `make bench` (and `make growth`); how to read it: [docs/performance.md](../docs/performance.md)."
    yield "Baseline and product take turns in one run; figures are medians of the rounds."
    lesser = sorted({taken.surroundings.effort for taken in results.values()} - {FULL.name})
    if lesser:
        yield ""
        yield f"**Not for quoting**: made with less effort than a full run ({', '.join(lesser)})."


def targets_table(results: Results) -> list[str]:
    """Every target, row by row: what was measured, and whether that is enough."""
    lines = ["| target | measured | figure | wanted | met |", "|---|---|---:|---:|---|"]
    for target in TARGETS:
        rows = _rows_of(target, results)
        if not rows:
            how = "make growth" if target.measured_by in ONLY_WHEN_NAMED else "make bench"
            lines.append(f"| {target.text} | - | - | {_wanted(target)} | not measured: `{how}` |")
        for row in rows:
            value, met = target.value(row), _YES[target.met(row)]
            figure = "-" if value is None else _with_unit(value, target)
            why = f": {row.note}" if value is None and row.note else ""
            lines.append(f"| {target.text} | {row.name} | {figure} | {_wanted(target)} | {met}{why} |")
    return lines


def _rows_of(target: Target, results: Results) -> list[Row]:
    return [row for name in MEASUREMENTS if name in results for row in results[name].rows if row.target == target.key]


def _remarks(results: Results, remarks: Mapping[str, str]) -> Iterator[str]:
    missed = [target for target in TARGETS if any(target.met(row) is False for row in _rows_of(target, results))]
    if missed:
        yield "### Not met"
        yield ""
        for target in missed:
            yield f"- **{target.text}**. {remarks.get(target.key, 'No remark yet.')}"
        yield ""


def _rows_table(rows: list[Row]) -> Iterator[str]:
    yield "| | figure | p50 | processor time of the server | compared with | ratio | |"
    yield "|---|---:|---:|---:|---|---:|---|"
    for row in rows:
        figure = "-" if row.figure is None else f"{number(row.figure)} {row.unit}"
        p50 = "" if row.p50_ms is None else f"{row.p50_ms:.2f} ms"
        cpu = "" if row.cpu_us is None else f"{row.cpu_us:,.0f} µs"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        yield f"| {row.name} | {figure} | {p50} | {cpu} | {row.baseline} | {ratio} | {row.note} |"


def _surroundings(results: Results) -> Iterator[str]:
    """One entry for each set of surroundings; one run has one, `make growth` may add another."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for name, taken in results.items():
        where = taken.surroundings
        key = (where.commit, where.machine, where.cores, where.effort, where.versions)
        seen.setdefault(key, []).append(f"{name} ({taken.at}, {taken.seconds:.0f} s)")
    for (commit, machine, cores, effort, versions), names in seen.items():
        yield f"- Commit `{commit}`, effort {effort}, {cores}. {machine}. {versions}."
        yield f"  Measurements: {', '.join(names)}."


def _wanted(target: Target) -> str:
    return f"{'≥' if target.sense == 'at least' else '≤'} {_with_unit(target.bound, target)}"


def _with_unit(value: float, target: Target) -> str:
    if target.of == "ratio":
        return f"{value:.2f}"
    return f"{number(value)} {target.unit}"


def number(value: float) -> str:
    """With as many digits as can mean something."""
    if abs(value) >= 100:  # noqa: PLR2004 (three digits)
        return f"{value:,.0f}"
    return f"{value:.2f}"
