"""A sample of ``make clocks``. How late a flag is depends on the machine, and is judged there only."""

from tests.robustness.clocks import run


async def test_flags_fall_once_and_at_their_moment_whatever_happens_to_servers_and_clocks() -> None:
    report = await run(40, at_once=40, pause_seconds=1.5)
    assert report.flaws == []
    assert (report.flags, report.matches) == (40, 40)
    assert report.kills >= 1
    assert report.blackouts
    assert report.credits >= 1
    assert report.shifts >= 1
