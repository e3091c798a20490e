"""``make bench``: every target and every figure beside its baseline, from one run."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.effort import EFFORTS, Effort
from bench.machine import Surroundings, surroundings
from bench.plots import plots
from bench.registry import MEASUREMENTS, ONLY_WHEN_NAMED
from bench.remarks import remarks
from bench.report import number, report, targets_table
from bench.results import Results, Taken, load, save
from bench.rig import Rig
from bench.row import Row
from bench.stores import Stores

HERE = Path(__file__).parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures what is asked for, and writes the report."""
    asked = _parser().parse_args(arguments)
    effort = EFFORTS["smoke" if asked.smoke else "quick" if asked.quick else "full"]
    names = asked.only or [name for name in MEASUREMENTS if name not in ONLY_WHEN_NAMED]
    out = asked.out or (HERE if effort.is_full else HERE / "results")
    out.mkdir(parents=True, exist_ok=True)
    results = load(out / "results.json")
    around = surroundings(effort.name, asked.cores)
    with Stores() as stores:
        for name in names:
            results[name] = _measure(name, effort, stores, asked.cores, around)
            _write(out, {known: results[known] for known in MEASUREMENTS if known in results})
    print("\n" + "\n".join(targets_table(results)))
    print(f"\nAll rows: {out / 'results.md'}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="in three minutes, for a first impression")
    parser.add_argument("--smoke", action="store_true", help="only shows that everything can be measured")
    parser.add_argument("--only", nargs="+", choices=list(MEASUREMENTS), metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--cores", type=int, help="keep every server to the first so many cores, clients to the others")
    parser.add_argument("--out", type=Path, help="the folder for results.md, results.json and plots/")
    return parser


def _measure(name: str, effort: Effort, stores: Stores, cores: int | None, around: Surroundings) -> Taken:
    print(f"{name} …", file=sys.stderr, flush=True)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="clio-bench-") as folder:
        rows = asyncio.run(_rows(name, Rig(Path(folder), effort, stores, cores)))
    at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Taken(at=at, seconds=time.perf_counter() - started, surroundings=around, rows=rows)


async def _rows(name: str, rig: Rig) -> list[Row]:
    rows = []
    async with rig:
        async for row in MEASUREMENTS[name](rig):
            figure = row.note if row.figure is None else f"{number(row.figure)} {row.unit}"
            ratio = "" if row.ratio is None else f" = {row.ratio:.2f} times {row.baseline}"
            print(f"  {row.name}: {figure}{ratio}", flush=True)
            rows.append(row)
    return rows


def _write(out: Path, results: Results) -> None:
    drawn = plots(row for taken in results.values() for row in taken.rows)
    (out / "plots").mkdir(exist_ok=True)
    for name, drawing in drawn.items():
        (out / "plots" / f"{name}.svg").write_text(drawing)
    (out / "results.md").write_text(report(results, remarks(), drawn))
    save(out / "results.json", results)


if __name__ == "__main__":
    sys.exit(main())
