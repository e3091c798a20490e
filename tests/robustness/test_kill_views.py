"""A few kills in every test run; ``make robustness`` does thirty, among two hundred matches."""

from pathlib import Path

from tests.robustness import kill_views, selfplay_counts


async def test_every_view_of_a_killed_server_is_the_fold_of_the_record(tmp_path: Path) -> None:
    report = await kill_views.run(tmp_path, matches=9, kills=2, say=lambda _: None)
    assert report.wrong == []
    assert report.events > 200
    assert report.boards >= 9


async def test_the_commands_tell_what_a_count_over_the_exported_records_gives(tmp_path: Path) -> None:
    counted, wrong = await selfplay_counts.run(tmp_path, matches=5, say=lambda _: None)
    assert wrong == []
    assert sum(counted.finished.values()) == 5
