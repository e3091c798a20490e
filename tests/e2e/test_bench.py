"""The bench still measures everything: a run of each measurement with tiny counts. No figure is judged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.registry import MEASUREMENTS, TITLES
from bench.results import Results, load
from bench.targets import TARGETS

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a run with tiny counts has left its results."""
    folder = tmp_path_factory.mktemp("bench")
    command = [sys.executable, "-m", "bench", "--smoke", "--out", str(folder), "--only", *MEASUREMENTS]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=500)
    assert run.returncode == 0, run.stdout + run.stderr
    (folder / "said").write_text(run.stdout)
    return folder


@pytest.fixture(scope="module")
def results(out: Path) -> Results:
    return load(out / "results.json")


def test_every_measurement_gives_rows_with_a_figure_or_a_reason(results: Results) -> None:
    assert list(results) == list(MEASUREMENTS)
    for taken in results.values():
        assert taken.rows
        assert [row.name for row in taken.rows if not row.unit or (row.figure is None and not row.note)] == []
        assert len({row.name for row in taken.rows}) == len(taken.rows)


def test_every_ratio_says_what_it_is_compared_with(results: Results) -> None:
    rows = [row for taken in results.values() for row in taken.rows]
    assert [row.name for row in rows if row.ratio is not None and not row.baseline] == []


def test_every_target_is_answered_by_the_measurement_that_it_names(results: Results) -> None:
    answered = {(row.target, name) for name, taken in results.items() for row in taken.rows if row.target}
    assert answered == {(target.key, target.measured_by) for target in TARGETS}


def test_the_report_begins_with_the_targets_and_has_every_measurement_and_plot(out: Path) -> None:
    page = (out / "results.md").read_text()
    table = page.split("## Targets", 1)[1].split("\n## ", 1)[0]
    assert [target.key for target in TARGETS if target.text not in table] == []
    assert [title for title in TITLES.values() if f"## {title}" not in page] == []
    for plot in ("match-length", "stored-matches", "watchers", "in-flight"):
        assert f"plots/{plot}.svg" in page
        assert (out / "plots" / f"{plot}.svg").read_text().startswith("<svg")
    assert "**Not for quoting**" in page


def test_a_run_prints_the_table_of_the_report(out: Path) -> None:
    table = [line for line in (out / "said").read_text().splitlines() if line.startswith("|")]
    assert table
    assert "\n".join(table) in (out / "results.md").read_text()
