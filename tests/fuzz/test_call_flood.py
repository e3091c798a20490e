"""A short run of hostile calls; ``make fuzz`` sends 200,000, which also shows whether memory stays flat."""

from pathlib import Path

from tests.fuzz import call_flood

CALLS = 300


async def test_a_small_flood_meets_no_fault_and_records_nothing_unacknowledged(tmp_path: Path) -> None:
    printed: list[str] = []
    counts = await call_flood.run(tmp_path, CALLS, 1, printed.append, tmp_path / "kept")
    assert counts.answers.total() == CALLS
    assert (counts.crashes, counts.logged, dict(counts.faults), counts.wrongs) == (0, 0, {}, [])
