"""Timestamps of records: UTC to the microsecond, valid dates only."""

import re
from calendar import monthrange
from functools import lru_cache
from typing import Final

_FORM: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
).fullmatch
_MONTHS: Final = range(1, 13)


def is_time(text: str) -> bool:
    """Whether this is a valid timestamp in the format of records."""
    found = _FORM(text)
    return found is not None and _is_date(found[1])


@lru_cache(maxsize=256)
def _is_date(text: str) -> bool:
    year, month, day = map(int, text.split("-"))
    return year > 0 and month in _MONTHS and 1 <= day <= monthrange(year, month)[1]
