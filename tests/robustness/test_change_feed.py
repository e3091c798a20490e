"""A few kills in every test run; ``make feed`` does eighty over 200,000 events."""

from pathlib import Path

import pytest

from tests.robustness import change_feed


@pytest.mark.parametrize("servers", [1, 2], ids=["sqlite", "postgres"])
async def test_no_subscriber_misses_an_event_or_gets_one_twice(tmp_path: Path, servers: int) -> None:
    report = await change_feed.run(tmp_path, 2_000, 3, lambda _: None, servers=servers)
    assert not report.faults, report.faults[:5]
    assert report.events >= 2_000
    assert report.kills == 3
    assert report.connections > 3
