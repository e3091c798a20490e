"""A fault of every kind in every test run; ``make robustness`` injects a hundred, ``make soak`` thousands."""

from pathlib import Path

from tests.robustness import several_servers
from tests.robustness.faults import FAULTS


async def test_two_servers_lose_and_double_nothing_whatever_fails_around_them(tmp_path: Path) -> None:
    report = await several_servers.run(tmp_path, len(FAULTS), lambda _: None)
    assert report.verdict.clean, report.verdict
    assert report.runs == {fault.name: 1 for fault in FAULTS}
    assert len(report.history.acknowledged) > 50
    assert report.history.retried > 0
    # Without Redis play goes on.
    assert sum(report.moves_during[fault.name] for fault in FAULTS if "Redis" in fault.name) > 0
