"""A short run of hostile calls; ``make fuzz`` sends 200,000, which also shows whether memory stays flat."""

from pathlib import Path

from tests.fuzz import onslaught

CALLS = 300


async def test_a_small_onslaught_meets_no_fault_and_leaves_nothing_that_nobody_was_told(tmp_path: Path) -> None:
    told: list[str] = []
    counts = await onslaught.run(tmp_path, CALLS, 1, told.append, tmp_path / "kept")
    assert counts.answers.total() == CALLS
    assert (counts.crashes, counts.logged, dict(counts.faults), counts.wrongs) == (0, 0, {}, [])
