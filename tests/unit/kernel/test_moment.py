"""Timestamps of records as numbers, compared with the library's own arithmetic."""

from datetime import UTC, datetime

import pytest

from clio.kernel.moment import MILLISECOND, SECOND, microseconds, timestamp_of

NUMBERED = [
    ("1970-01-01T00:00:00.000000Z", 0),
    ("1970-01-01T00:00:00.000001Z", 1),
    ("1970-01-01T00:00:01.000000Z", 1_000_000),
    ("1970-01-01T00:01:00.000000Z", 60_000_000),
    ("1970-01-01T01:00:00.000000Z", 3_600_000_000),
    ("1970-01-02T00:00:00.000000Z", 86_400_000_000),
    ("1970-01-02T03:04:05.678901Z", 97_445_678_901),
    ("1969-12-31T23:59:59.999999Z", -1),
]


@pytest.mark.parametrize(("at", "number"), NUMBERED)
def test_a_timestamp_is_the_microseconds_since_1970(at: str, number: int) -> None:
    assert microseconds(at) == number
    assert timestamp_of(number) == at


@pytest.mark.parametrize(
    "at",
    [
        "2000-02-29T23:59:59.999999Z",
        "2026-03-01T12:34:56.789012Z",
        "2026-10-20T10:20:30.405060Z",
        "2038-01-19T03:14:08.000000Z",
        "9999-12-31T23:59:59.999999Z",
    ],
)
def test_every_place_of_a_timestamp_counts(at: str) -> None:
    since = datetime.fromisoformat(at) - datetime(1970, 1, 1, tzinfo=UTC)
    assert microseconds(at) == (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    assert timestamp_of(microseconds(at)) == at


def test_a_second_has_a_million_and_a_millisecond_a_thousand() -> None:
    assert (SECOND, MILLISECOND) == (1_000_000, 1_000)
