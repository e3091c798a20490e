"""Timestamps of records: days that are in the calendar."""

from clio.kernel.record_format.timestamps import is_time


def test_the_last_day_of_a_month_is_a_day_and_the_next_is_none() -> None:
    def day(text: str) -> bool:
        return is_time(f"{text}T03:04:05.000000Z")

    assert all(map(day, ("2026-01-31", "2026-04-30", "2026-02-28", "2028-02-29", "2026-12-01", "0001-01-01")))
    assert not any(map(day, ("2026-01-32", "2026-04-31", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00")))
    assert not day("0000-01-01")
