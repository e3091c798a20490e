"""Timestamps of records as numbers: microseconds since 1970, for arithmetic that can be repeated exactly."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

SECOND: Final = 1_000_000
"""Microseconds of a second."""
MILLISECOND: Final = 1_000
_DAY: Final = 86_400 * SECOND
_EPOCH: Final = date(1970, 1, 1).toordinal()
_BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=256)
def _midnight(day: str) -> int:
    return (date.fromisoformat(day).toordinal() - _EPOCH) * _DAY


@lru_cache(maxsize=4096)
def microseconds(at: str) -> int:
    """The number of a timestamp, which has the form of records.

    Cached: the clocks of a match ask for the time of an event when it is recorded, and again when the next one is.
    """
    seconds = int(at[11:13]) * 3600 + int(at[14:16]) * 60 + int(at[17:19])
    return _midnight(at[:10]) + seconds * SECOND + int(at[20:26])


def timestamp_of(moment: int) -> str:
    """The timestamp of a number."""
    return (_BEGINNING + timedelta(microseconds=moment)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
